import { expect, test } from "vitest";
import { createAssets } from "./assets.ts";

const assets = createAssets({
  "_frame.js": { file: "assets/frame.js" },
  "src/entry-client.tsx": {
    file: "assets/entry.js",
    css: ["assets/entry.css"],
    imports: ["_frame.js"],
    isEntry: true,
  },
  "virtual:catalog/ko": { file: "assets/ko.js" },
  "virtual:catalog/ja": { file: "assets/ja.js" },
  "src/routes/$locale/index.tsx?tsr-split=component": { file: "assets/top.js" },
  "src/routes/$locale/box/index.tsx?tsr-split=component": {
    file: "assets/box.js",
    imports: ["_frame.js", "_list.js"],
  },
  "_list.js": { file: "assets/list.js" },
});

test("a page names its styles, the entry and the files of its routes and language once each", () => {
  const tags = assets.tags(["__root__", "/$locale", "/$locale/box/"], "ko", "n1");
  const files = [...tags.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, file]) => file);
  expect(files).toEqual([
    "/assets/entry.css",
    "/assets/entry.js",
    "/assets/ko.js",
    "/assets/box.js",
    "/assets/frame.js",
    "/assets/list.js",
  ]);
  expect(tags).toContain('<script type="module" nonce="n1" src="/assets/entry.js">');
});

test("cached tags carry the nonce of each reply", () => {
  assets.tags(["/$locale/"], "ja", "first");
  const tags = assets.tags(["/$locale/"], "ja", "second");
  expect(tags).toContain('nonce="second"');
  expect(tags).not.toContain("first");
});
