import { expect, test } from "vitest";
import { createAssets } from "./assets.ts";

const assets = createAssets({
  "_libraries.js": { file: "assets/libraries.js" },
  "src/entry-client.tsx": {
    file: "assets/shell.js",
    imports: ["_libraries.js"],
    isEntry: true,
  },
  "/somewhere/src/styles.css": { file: "assets/styles.css" },
  "visitor-styles.css": { file: "assets/visitor-styles.css" },
  "virtual:catalog/ko": { file: "assets/ko.js" },
  "virtual:public-texts/ko": { file: "assets/ko-public.js" },
  "virtual:more-texts/ko": { file: "assets/ko-more.js" },
  "virtual:community-texts/ko": { file: "assets/ko-communities.js" },
  "virtual:setting-texts/ko": { file: "assets/ko-settings.js" },
  "virtual:catalog/ja": { file: "assets/ja.js" },
  "virtual:public-texts/ja": { file: "assets/ja-public.js" },
  "virtual:more-texts/ja": { file: "assets/ja-more.js" },
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
    "/assets/ko.js",
    "/assets/ko-more.js",
    "/assets/box.js",
    "/assets/libraries.js",
    "/assets/list.js",
  ]);
  expect(files).toContain('<script type="module" nonce="n1" src="/assets/shell.js">');
});

test("pages of communities also name the texts of communities", () => {
  const { files } = assets.renderTags(
    ["__root__", "/$locale", "/$locale/communities/"],
    "ko",
    "",
    "now",
  );
  expect(listFiles(files)).toContain("/assets/ko-communities.js");
});

test("pages of settings also name the texts of settings", () => {
  for (const route of ["stg", "stg_/leave", "me/privacy", "$account_/brought"]) {
    const routes = ["__root__", "/$locale", `/$locale/${route}`];
    const { files } = assets.renderTags(routes, "ko", "", "now");
    expect(listFiles(files)).toContain("/assets/ko-settings.js");
  }
});

test("pages that are not public, and public pages that an account opens, have the whole style sheet", () => {
  expect(listFiles(assets.renderTags(box, "ko", "", "later").files)).toEqual([
    "/assets/styles.css",
  ]);
  expect(listFiles(assets.renderTags(top, "ja", "", "now").files)).toContain("/assets/styles.css");
});

test("a visitor's page loads its styles, and names the scripts to load later, the shell first", () => {
  const { starter, files } = assets.renderTags(top, "ja", "n1", "later");
  expect(listFiles(files)).toEqual(["/assets/visitor-styles.css"]);
  const [, scripts] = /^<script nonce="n1" data-scripts="([^"]+)">/.exec(starter) ?? [];
  expect(scripts?.split(" ")).toEqual([
    "/assets/shell.js",
    "/assets/ja.js",
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
