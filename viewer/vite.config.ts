import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

// The licences of what is bundled ask to stand in every copy.
function notices(): string {
  const text = (name: string) =>
    readFileSync(new URL(`node_modules/${name}/LICENSE`, import.meta.url), "utf8").trim();
  const parts = ["three", "uplot"].map((name) => `${name}\n\n${text(name)}`);
  return `<!--\nThis page is part of ConJac (Apache-2.0). It contains:\n\n${parts.join("\n\n")}\n-->`;
}

// One file: the script and the style stand in the page, so that the program embeds a single document
// and an exported page needs nothing beside it. The policy names the script by its hash; whatever
// else somebody slips into the page does not run, and no request goes anywhere but to its own server.
function single_file(): Plugin {
  return {
    name: "single-file",
    enforce: "post",
    generateBundle(_, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("the build has no index.html");
      let html = String(page.source);
      let script = "";
      let style = "";
      for (const [name, item] of Object.entries(bundle)) {
        if (item.type === "chunk") script += item.code;
        else if (name.endsWith(".css")) style += item.source;
        else continue;
        delete bundle[name];
      }
      script = script.trim().replaceAll("</script", "<\\/script");
      if (/<\/body|CONJAC_/.test(script)) {
        throw new Error("the script holds text that the program looks for in the page");
      }
      const hash = createHash("sha256").update(script).digest("base64");
      const policy =
        `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; ` +
        "img-src data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'";
      html = html
        .replace(/<script\b[^>]*src=[^>]*><\/script>\s*/, "")
        .replace(/<link\b[^>]*rel="stylesheet"[^>]*>\s*/, "")
        .replace(
          "<!--policy-->",
          () => `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
        )
        .replace("<!doctype html>", () => `<!doctype html>\n${notices()}`)
        .replace("<!--style-->", () => `<style>${style.trim()}</style>`)
        .replace("<!--script-->", () => `<script nonce="CONJAC_NONCE">${script}</script>`);
      if (html.split("</body>").length !== 2) throw new Error("the page needs exactly one </body>");
      page.source = html;
    },
  };
}

export default defineConfig({
  plugins: [single_file()],
  build: {
    target: "es2022",
    assetsInlineLimit: Infinity,
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    rollupOptions: {
      output: { format: "iife", inlineDynamicImports: true, entryFileNames: "page.js" },
    },
  },
});
