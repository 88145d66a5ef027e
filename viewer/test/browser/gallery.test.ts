// The gallery: scenes to start, results to open, files to drop; and what a stranger must not get by it.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { deflateSync, gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { kPhone, launch, new_page } from "./page";
import { beam_scene, run, scratch, serve, type Server, stop_all } from "./program";

let browser: Browser;
let server: Server;
let page: Page;
let faults: string[];
const { folder, remove } = scratch();

before(async () => {
  browser = await launch();
  mkdirSync(join(folder, "out"));
  run("run", beam_scene(folder), "--steps", "4", "-q", "-o", join(folder, "out/bent beam"));
  run("run", beam_scene(folder), "--steps", "2", "-q", "-o", join(folder, "hidden"));
  symlinkSync(join(folder, "hidden"), join(folder, "out/link"));
  server = await serve("--results", join(folder, "out"));
  ({ page, faults } = await new_page(browser));
});
after(async () => {
  stop_all();
  await browser.close();
  await server.stop();
  remove();
});

const shown = (name: string) =>
  page.waitForFunction(
    (scene) =>
      window.conjac?.ready() && document.querySelector("#title")?.textContent === (scene as string),
    name,
  );

async function post(
  path: string,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
  query = `?token=${server.token}`,
): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${server.origin}${path}${query}`, {
    method: "POST",
    headers: { Origin: server.origin, ...headers },
    body: body as BodyInit,
  });
  return { status: answer.status, text: await answer.text() };
}
const drop = (name: string, body: string | Uint8Array, headers = {}) =>
  post("/drop", body, { "X-Conjac-File": name, ...headers });

test("without an argument there is a gallery with pictures", async () => {
  await page.goto(server.address);
  const cards = page.locator("#gallery .card");
  await cards.first().waitFor();
  assert.ok((await cards.count()) >= 20);
  const sizes = await cards
    .locator("img")
    .evaluateAll((images) =>
      Promise.all(
        (images as HTMLImageElement[]).map((image) =>
          image.decode().then(() => image.naturalWidth),
        ),
      ),
    );
  assert.equal(sizes.length, await cards.count(), "every scene has a picture");
  assert.ok(sizes.every((width) => width === 240));
  const bytes = await page.evaluate(() => fetch(`gallery${location.search}`).then((r) => r.text()));
  assert.ok(bytes.length < 500_000 * (4 / 3), `pictures of ${bytes.length} letters`);
  for (const [name, viewport] of Object.entries({
    laptop: { width: 1366, height: 768 },
    phone: kPhone,
    landscape: { width: kPhone.height, height: kPhone.width },
  })) {
    await page.setViewportSize(viewport);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${name}: nothing sticks out`);
    if (process.env.CONJAC_SHOTS) {
      await page.screenshot({ path: join(process.env.CONJAC_SHOTS, `gallery-${name}.png`) });
    }
  }
  await page.setViewportSize({ width: 1366, height: 768 });
});

test("a scene is found and started by keyboard, with changed options", async () => {
  await page.locator("#gallery-search").focus();
  await page.keyboard.type("hang");
  await page.locator("#gallery-changes summary").focus();
  await page.keyboard.press("Enter");
  await page.locator("#gallery-step").fill("0.004");
  await page.locator("#gallery-keys").fill("method.damping=0.5");
  await page.locator('.card[data-scene="hang"]').focus();
  await page.keyboard.press("Enter");
  await shown("hang");
  await page.waitForFunction(() => window.conjac.options().damping === 0.5);
  await page.waitForFunction(() => window.conjac.time() > 0);
  const { time, step } = await page.evaluate(() => ({
    time: window.conjac.time(),
    step: window.conjac.step(),
  }));
  assert.ok(Math.abs(time - 0.004 * step) < 1e-9 * step, `${step} steps are ${time} s`);
});

test("the address keeps camera and settings", async () => {
  await page.keyboard.press("2"); // stress
  await page.keyboard.press("n");
  await page.keyboard.press("c");
  for (let i = 0; i < 4; ++i) await page.keyboard.press("Control+ArrowRight");
  await page.keyboard.press("+");
  const direction = () =>
    page.evaluate(() => {
      const { position, target } = window.conjac.camera();
      const way = position.map((x, i) => x - target[i]);
      return way.map((x) => x / Math.hypot(...way));
    });
  const before = await direction();
  await page.waitForFunction(() => {
    const words = new URLSearchParams(location.hash.slice(1));
    return words.get("colour") === "von_mises" && words.has("at") && words.has("clip");
  });
  await page.reload();
  await shown("hang");
  const after = await direction();
  const angle = Math.hypot(...before.map((x, i) => x - after[i]));
  assert.ok(angle < 2e-3, `turned by ${angle}`);
  assert.equal(await page.locator("#color-mode").inputValue(), "von_mises");
  assert.ok(await page.locator("#clip-on").isChecked());
  assert.ok(!(await page.getByRole("checkbox", { name: "Nodes" }).isChecked()));
});

test("results below the results folder are opened, and no others", async () => {
  await page.keyboard.press("w");
  await page.locator("[data-results]").first().waitFor();
  const names = await page.locator("[data-results]").allTextContents();
  assert.deepEqual(names, ["bent beam"]);
  for (const results of ["../hidden", "link", "/etc", "bent beam/..", join(folder, "hidden")]) {
    const { status } = await post("/start", JSON.stringify({ results }));
    assert.equal(status, 400, results);
  }
  await page.locator("[data-results]").first().click();
  await page.locator("#timeline").waitFor();
  await shown("beam");
});

test("another page learns that something else is on", async () => {
  const other = await browser.newPage();
  assert.equal((await post("/start", JSON.stringify({ scene: "beam2d" }))).status, 200);
  await other.goto(server.address);
  await other.waitForFunction(
    () => window.conjac?.ready() && document.querySelector("#title")?.textContent === "beam2d",
  );
  const wish = JSON.stringify({ scene: "hang", beside: true });
  assert.equal((await post("/start", wish)).status, 200);
  await other.waitForFunction(
    () =>
      window.conjac?.ready() &&
      document.querySelector("#title")?.textContent === "hang" &&
      document.querySelectorAll(".side-label").length === 2,
  );
  await other.close();
});

const kTetrahedron =
  "MeshVersionFormatted 1\nDimension 3\nVertices 4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n" +
  "Tetrahedra 1\n1 2 3 4 0\nEnd\n";

test("a mesh that is dropped falls onto a floor", async () => {
  await page.goto(server.address);
  await page.waitForFunction(() => window.conjac?.ready());
  await page.keyboard.press("w");
  await page
    .locator("#gallery-file")
    .setInputFiles({ name: "pebble.mesh", mimeType: "", buffer: Buffer.from(kTetrahedron) });
  await shown("pebble");
  assert.equal((await page.evaluate(() => window.conjac.shape())).nodes, 4);
  assert.ok((await page.evaluate(() => window.conjac.floor())).grid);
});

test("a scene that is dropped is started; a wrong one says why and changes nothing", async () => {
  await page.keyboard.press("w");
  const file = page.locator("#gallery-file");
  await file.waitFor({ state: "attached" });
  await file.setInputFiles({ name: "no.json", mimeType: "", buffer: Buffer.from('{"mesh": 3}') });
  await page.locator("#gallery-status.bad").waitFor();
  assert.match((await page.locator("#gallery-status").textContent())!, /no\.json.*mesh/s);
  const scene = readFileSync(beam_scene(folder));
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "soft.json"));
    return data;
  }, scene.toString());
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
  await shown("beam");
});

test("what is dropped is checked: size, kind, paths, packing, token, origin", async () => {
  const etc = { name: "x", mesh: { file: "/etc/passwd" }, materials: [], time: {} };
  const scene = JSON.parse(readFileSync(beam_scene(folder), "utf8")) as Record<string, unknown>;
  const with_mesh = (file: string) => JSON.stringify({ ...scene, mesh: { file } });
  const refused: [string, string | Uint8Array, RegExp][] = [
    ["a.exe", "MZ", /drop a scene/],
    ["a.sh", "#!/bin/sh\ntouch /tmp/x\n", /drop a scene/],
    ["../../a.mesh.html", "<script>", /drop a scene/],
    ["a.mesh", "", /empty|long/],
    ["a.mesh", "not a mesh at all", /./],
    ["a.json", JSON.stringify(etc), /./],
    ["a.json", with_mesh("/etc/passwd"), /files of the scenes folder/],
    ["a.json", with_mesh("../../../../etc/passwd"), /files of the scenes folder/],
    ["a.json", with_mesh("shapes/../../README.md"), /files of the scenes folder/],
    ["a.json", "[".repeat(100_000), /too deep/],
    ["a.json", `{"a": "${"x".repeat(2 << 20)}"}`, /1 MB/],
    ["a.vtu", bomb(), /./],
  ];
  for (const [name, body, why] of refused) {
    const { status, text } = await drop(name, body);
    assert.ok(status === 400 || status === 411, `${name}: ${status}`);
    assert.match(text, why);
    assert.doesNotMatch(text, /root:/, "no line of another file is told");
  }
  assert.equal(
    (await drop("a.mesh", gzipSync(kTetrahedron), { "Content-Encoding": "gzip" })).status,
    415,
  );
  const large = { "X-Conjac-File": "a.mesh" };
  assert.equal(
    (await post("/drop", new Uint8Array((64 << 20) + 1), large).catch(() => ({ status: 413 })))
      .status,
    413,
  );
  assert.equal((await post("/start", "x".repeat(20_000))).status, 413);
  assert.equal((await post("/drop", kTetrahedron, large, "")).status, 403);
  assert.equal((await post("/drop", kTetrahedron, large, "?token=guess")).status, 403);
  const other = { ...large, Origin: "http://127.0.0.1:1" };
  assert.equal((await post("/drop", kTetrahedron, other)).status, 403);
  for (const set of [["mesh.file=/etc/passwd"], ["name=x"], ["timeline=[]"]]) {
    const { status, text } = await post("/start", JSON.stringify({ scene: "hang", set }));
    assert.equal(status, 400);
    assert.match(text, /page changes/);
  }
  for (const scene_name of ["../README", "/etc/passwd", "shapes/armadillo", ""]) {
    assert.equal((await post("/start", JSON.stringify({ scene: scene_name }))).status, 400);
  }
  await shown("beam"); // it is still on
  assert.deepEqual(
    faults.filter((fault) => !/400/.test(fault)),
    [],
  );
});

// A compressed mesh that says it is small and unpacks to much more.
function bomb(): Uint8Array {
  const block = deflateSync(Buffer.alloc(200 << 20), { level: 9 });
  const head = Buffer.alloc(16);
  [1, 96, 96, block.length].forEach((value, i) => head.writeUInt32LE(value, 4 * i));
  const data = head.toString("base64") + block.toString("base64");
  return Buffer.from(
    '<VTKFile type="UnstructuredGrid" version="0.1" byte_order="LittleEndian" ' +
      'header_type="UInt32" compressor="vtkZLibDataCompressor"><UnstructuredGrid>' +
      '<Piece NumberOfPoints="4" NumberOfCells="1"><Points><DataArray type="Float64" ' +
      `NumberOfComponents="3" format="binary">${data}</DataArray></Points></Piece>` +
      "</UnstructuredGrid></VTKFile>",
  );
}
