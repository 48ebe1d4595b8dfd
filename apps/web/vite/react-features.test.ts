import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseAst } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runAndCapture } from "../../../scripts/run.ts";
import { type Removal, removeCode } from "./code-removal.ts";
import { reactFeatures, unusedFeatures } from "./react-features.ts";

const directory = await mkdtemp(join(tmpdir(), "react-features-"));
const react = dirname(createRequire(import.meta.url).resolve("react-dom/package.json"));
const rendererFile = join(react, "cjs/react-dom-client.production.js");
let renderer = "";
beforeAll(async () => {
  renderer = await readFile(rendererFile, "utf8");
});
afterAll(() => rm(directory, { recursive: true }));

function remove(code: string, removal: Removal): string {
  return removeCode(code, parseAst(code), [removal]).replace(/\s+/g, " ");
}

/** The names that a module uses without declaring them, such as those of the browser's own functions. */
async function listUndeclared(name: string, code: string): Promise<Set<string>> {
  const file = join(directory, name);
  await writeFile(file, code);
  const { output } = await runAndCapture(["oxlint", "-A", "all", "-D", "no-undef", file]);
  const matches = output.matchAll(/'(\w+)' is not defined/g);
  return new Set([...matches].map(([, undeclared = ""]) => undeclared));
}

test("a function that is left out returns the value that is named", () => {
  const functions: Removal["functions"] = [/^measure/, ["findStyle", "null"]];
  const code =
    "function measureAll() { work(); } function findStyle(a) { return a; } function rest() { work(); }";
  expect(remove(code, { functions })).toBe(
    "function measureAll() {} function findStyle(a) { return null; } function rest() { work(); }",
  );
});

test("cases of kinds are left out, except code that other cases share with them", () => {
  const kinds = { tags: [19, 31], types: ["LIST"] };
  const cases = "case 1: case 19: both(); break; case 31: only(); case 2: next(); break; default:";
  expect(remove(`switch (fiber.tag) { ${cases} }`, { kinds })).toBe(
    "switch (fiber.tag) { case 1: both(); break; case 2: next(); break; default: }",
  );
  expect(remove("switch (type) { case LIST: one(); break; case 19: two(); }", { kinds })).toBe(
    "switch (type) { case 19: two(); }",
  );
});

test("every function and kind that is left out of React's renderer is one of it", () => {
  const names = [...renderer.matchAll(/^function ([\w$]+)/gm)].map(([, name = ""]) => name);
  for (const { functions = [], kinds } of unusedFeatures) {
    for (const rule of functions) {
      const name = Array.isArray(rule) ? rule[0] : rule;
      expect(names).toContainEqual(name instanceof RegExp ? expect.stringMatching(name) : name);
    }
    for (const tag of kinds?.tags ?? []) expect(renderer).toContain(`createFiberImplClass(${tag},`);
    for (const type of kinds?.types ?? []) expect(renderer).toContain(`case ${type}:`);
  }
});

test("the renderer without the features declares the variables that it uses", async () => {
  const rest = removeCode(renderer, parseAst(renderer), unusedFeatures);
  expect(rest.length).toBeLessThan(renderer.length * 0.85);
  const undeclared = await listUndeclared("rest.js", rest);
  expect(undeclared).toContain("document");
  const expected = await listUndeclared("whole.js", renderer);
  expect([...undeclared].filter((name) => !expected.has(name))).toEqual([]);
});

test.each([
  "<form action={async () => {}}><input /></form>",
  '<link rel="stylesheet" href="/a.css" precedence="default" />',
  'jsx("script", { async: true, src: "/a.js" })',
  "const [state, dispatch] = useActionState(save, null);",
  'import { flushSync, preload } from "react-dom";',
  "<Activity mode='hidden'><Page /></Activity>",
  "<my-element />",
  "<Fragment ref={ref}><p /></Fragment>",
  "<input onBeforeInput={check} />",
])("the build fails at a module with %s", (code) => {
  const { transform } = reactFeatures();
  const context = {
    error(message: string) {
      throw new Error(message);
    },
  };
  const run = () =>
    (transform as (code: string, id: string) => unknown).call(context, code, "a.tsx");
  expect(run).toThrow(/a\.tsx uses .+, which .+ leaves out of React/);
});
