import { expect, test } from "vitest";
import { entryModules, listLoadedOutside } from "./chunks.ts";
import { findKeys, findKeysOfModules, findKeysOfPages } from "./text-groups.ts";

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

test("keys are found in the given modules only", () => {
  const chunks = {
    "page.js": {
      imports: [],
      modules: {
        "src/inbox/a.tsx": { code: 't("inbox.title")' },
        "src/help/b.tsx": { code: 't("help.title")' },
      },
    },
  };
  expect([...findKeysOfModules(chunks, new Set(["src/inbox/a.tsx"]), keys)]).toEqual([
    "inbox.title",
  ]);
});

test("the modules outside of a part of the site include those that the part shares with other parts", () => {
  const [start = ""] = entryModules;
  const graph: Record<string, { importedIds: string[]; dynamicallyImportedIds: string[] }> = {
    [start]: { importedIds: ["shell"], dynamicallyImportedIds: ["home", "settings"] },
    home: { importedIds: ["shared"], dynamicallyImportedIds: [] },
    settings: { importedIds: ["shared", "form"], dynamicallyImportedIds: ["dialog"] },
  };
  const outside = listLoadedOutside(/settings/, { getModuleInfo: (id) => graph[id] ?? null });
  expect([...outside].sort()).toEqual([start, "home", "shared", "shell"].sort());
});
