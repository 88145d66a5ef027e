import { build } from "esbuild";
import { chromium } from "playwright-core";
import { gzipSync } from "node:zlib";
import fs from "node:fs";
const out = await build({
  entryPoints: ["test/sample.ts"],
  bundle: true,
  format: "esm",
  write: false,
  platform: "node",
});
fs.writeFileSync("/tmp/sample.mjs", out.outputFiles[0].text);
const { bar, sample_recording } = await import("/tmp/sample.mjs");
const html = fs
  .readFileSync("dist/index.html", "utf8")
  .replaceAll("CONJAC_MODE", "embedded")
  .replaceAll("CONJAC_NONCE", "x");
const rec = gzipSync(
  sample_recording(bar(24, 6, 6, 0.1), 60, Number(process.argv[2] ?? 1)),
).toString("base64");
fs.writeFileSync(
  "/tmp/export.html",
  html.replace(
    "</body>",
    `<script type="application/octet-stream" id="recording" data-encoding="gzip-base64">${rec}</script></body>`,
  ),
);
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
for (const [name, w, hh, dark] of [
  ["laptop", 1366, 768, false],
  ["dark", 1366, 768, true],
  ["phone", 390, 844, false],
]) {
  const page = await browser.newPage({
    viewport: { width: w, height: hh },
    colorScheme: dark ? "dark" : "light",
  });
  page.on("console", (m) => console.log(name, m.type(), m.text()));
  page.on("pageerror", (e) => console.log(name, "error", e.message));
  await page.goto("file:///tmp/export.html");
  await page.waitForTimeout(2500);
  await page.screenshot({ path: `/tmp/shot-${name}.png` });
  console.log(name, JSON.stringify(await page.evaluate(() => window.conjac?.stats())));
  await page.close();
}
await browser.close();
