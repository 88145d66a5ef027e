// Builds and runs the tests with node's own runner.
//   node test/run.mjs unit|browser [PART-OF-A-FILE-NAME]
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [kind, part = ""] = process.argv.slice(2);
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const from = join(root, "test", kind);
const to = join(root, ".build", kind);
rmSync(to, { recursive: true, force: true });
mkdirSync(to, { recursive: true });
const names = readdirSync(from).filter((name) => name.endsWith(".test.ts") && name.includes(part));
if (names.length === 0) {
  console.error(`no test in test/${kind} is named *${part}*`);
  process.exit(2);
}
await build({
  entryPoints: names.map((name) => join(from, name)),
  outdir: to,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node18",
  external: ["playwright-core", "gltf-validator"],
  sourcemap: "inline",
  logLevel: "warning",
});
// One file after the other: browsers share two cores with everything else.
let failed = 0;
for (const name of names) {
  const done = spawnSync(
    process.execPath,
    ["--enable-source-maps", "--test", join(to, name.replace(/\.ts$/, ".mjs"))],
    { stdio: "inherit", timeout: 600_000, env: { ...process.env, CONJAC_VIEWER: root } },
  );
  if (done.status !== 0) ++failed;
}
process.exit(failed === 0 ? 0 : 1);
