import { expect, test } from "vitest";
import { findKeys, findKeysOfPages } from "./text-keys.ts";

const keys = new Set(["inbox.tab_bin", "inbox.tab_unread", "inbox.title", "help.title"]);

test("a key is found in any quotes, and a key made of parts stands for all keys with its beginning", () => {
  const code =
    "t('inbox.title'); t(`help.title`); t(\"help.unknown\"); t(`inbox.tab_$" + "{status}`)";
  expect(new Set(findKeys(code, keys))).toEqual(keys);
  expect(findKeys('t("inbox.tab_")', keys)).toEqual([]);
});

test("the keys of a page are those in the chunk of its module and in the chunks that this chunk imports", () => {
  // A chunk with one module, whose id is its code.
  const chunk = (code: string, ...imports: string[]) => ({
    imports,
    modules: { [code]: { code } },
  });
  const chunks = {
    "page.js": chunk('t("inbox.title")', "shared.js"),
    "shared.js": chunk('t("help.title")', "page.js"),
    "other.js": chunk('t("inbox.tab_bin")', "shared.js"),
  };
  const pageKeys = findKeysOfPages(chunks, ['t("inbox.title")'], keys);
  expect([...pageKeys].sort()).toEqual(["help.title", "inbox.title"]);
});
