import { expect, test } from "vitest";
import { createAssets } from "./assets.ts";

const assets = createAssets({
  "_libraries.js": { file: "assets/libraries.js" },
  "src/entry-client.tsx": {
    file: "assets/shell.js",
    imports: ["_libraries.js"],
    css: ["assets/styles.css"],
    isEntry: true,
  },
  "virtual:public-texts/ko": { file: "assets/ko-public.js" },
  "virtual:other-texts/ko": { file: "assets/ko-other.js" },
  "virtual:public-texts/ja": { file: "assets/ja-public.js" },
  "virtual:other-texts/ja": { file: "assets/ja-other.js" },
  "src/routes/$locale/index.tsx?tsr-split=component": { file: "assets/top.js" },
  "src/routes/$locale/box/index.tsx?tsr-split=component": {
    file: "assets/box.js",
    imports: ["_libraries.js", "_list.js"],
  },
  "_list.js": { file: "assets/list.js" },
});

const box = ["__root__", "/$locale", "/$locale/box/"];
const top = ["__root__", "/$locale", "/$locale/"];
const listFiles = (tags: string) =>
  [...tags.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, file]) => file);

test("a page names its styles, the shell and the files of its routes and language once each", () => {
  const { starter, files } = assets.renderTags(box, "ko", "n1", "now");
  expect(starter).toBe("");
  expect(listFiles(files)).toEqual([
    "/assets/styles.css",
    "/assets/shell.js",
    "/assets/ko-public.js",
    "/assets/ko-other.js",
    "/assets/box.js",
    "/assets/libraries.js",
    "/assets/list.js",
  ]);
  expect(files).toContain('<script type="module" nonce="n1" src="/assets/shell.js">');
});

test("a visitor's page loads its styles, and names the scripts to load later, the shell first", () => {
  const { starter, files } = assets.renderTags(top, "ja", "n1", "later");
  expect(listFiles(files)).toEqual(["/assets/styles.css"]);
  const [, scripts] = /^<script nonce="n1" data-scripts="([^"]+)">/.exec(starter) ?? [];
  expect(scripts?.split(" ")).toEqual([
    "/assets/shell.js",
    "/assets/ja-public.js",
    "/assets/top.js",
    "/assets/libraries.js",
  ]);
});

test("cached tags are rendered with the nonce of each reply", () => {
  for (const time of ["now", "later"] as const) {
    assets.renderTags(top, "ja", "first", time);
    const { starter, files } = assets.renderTags(top, "ja", "second", time);
    expect(starter + files).toContain('nonce="second"');
    expect(starter + files).not.toContain("first");
  }
});
