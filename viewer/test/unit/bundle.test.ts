// The built page, as the program embeds it.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const page = readFileSync(join(process.env.CONJAC_VIEWER!, "dist/index.html"), "utf8");
const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)![1];
const script = /<script nonce="CONJAC_NONCE">([\s\S]*?)<\/script>/.exec(page)![1];

test("the policy names the one script by its hash and allows no other place", () => {
  const hash = createHash("sha256").update(script).digest("base64");
  assert.ok(policy.includes(`script-src 'sha256-${hash}'`));
  assert.ok(policy.startsWith("default-src 'none'"));
  assert.ok(policy.includes("connect-src 'self'"));
  assert.ok(!policy.includes("*") && !policy.includes("http"));
  assert.equal(page.split("<script").length, 2);
});

test("the words and places the program looks for are there once", () => {
  for (const word of ["CONJAC_NONCE", "CONJAC_MODE", "</body>", "</html>"]) {
    assert.equal(page.split(word).length, 2, word);
  }
});

test("nothing is fetched: no address but the names of XML spaces and of sources", () => {
  for (const [address] of page.matchAll(/\b(?:https?|wss?):\/\/[\w.-]+/g)) {
    assert.match(
      address,
      /^http:\/\/www\.w3\.org$|^https:\/\/(github\.com|[\w.]*threejs\.org|jcgt\.org)/,
      address,
    );
  }
  assert.ok(!/<(?:link|img|iframe|script|style)[^>]*(?:src|href)="(?!data:)/.test(page));
});
