import { expect, test } from "vitest";
import type { Alias } from "./structure/imports.ts";
import { readSource } from "./structure/source.ts";
import { checkStructure } from "./structure.ts";

const aliases: Alias[] = [
  { scope: "apps/server/", prefix: "#platform/", target: "apps/server/src/platform/" },
  { scope: "apps/server/", prefix: "#features/", target: "apps/server/src/features/" },
  { scope: "apps/web/", prefix: "#features/", target: "apps/web/src/features/" },
  { scope: "apps/web/", prefix: "#lib/", target: "apps/web/src/lib/" },
  { scope: "apps/web/", prefix: "#routes/", target: "apps/web/src/routes/" },
  { scope: "apps/web/", prefix: "#widgets/", target: "apps/web/src/widgets/" },
  { scope: "", prefix: "@toibako/contract/", target: "packages/contract/src/" },
  { scope: "", prefix: "@toibako/server/", target: "apps/server/" },
  { scope: "", prefix: "@toibako/web/", target: "apps/web/" },
];

/** The findings in a repository of the given files, as `path:line violation`. */
function findProblems(files: Record<string, string>): string[] {
  const sources = Object.entries(files).map(([path, text]) => readSource(path, text));
  return checkStructure(sources, aliases).map(
    ({ path, line, violation }) => `${path}:${line} ${violation}`,
  );
}

const server = "apps/server/src/features";
const web = "apps/web/src/features";

test("structure: valid files have no finding", () => {
  const problems = findProblems({
    [`${server}/questions/routes.ts`]: 'import { ask } from "./commands.ts";\nexport { ask };',
    [`${server}/questions/commands.ts`]:
      'import { db } from "#platform/db.ts";\nimport { may } from "./policy.ts";\nimport { one } from "#features/profiles/queries.ts";\nexport const ask = () => db.query("select 1");',
    [`${server}/questions/policy.ts`]: 'import type { Row } from "./queries.ts";',
    [`${web}/questions/queries.ts`]: 'import { api, send } from "#lib/http/client.ts";',
    [`${web}/questions/components/question-form.tsx`]:
      'import type { ApiError } from "#lib/http/client.ts";\nimport { ask } from "../queries.ts";',
    "apps/web/src/routes/$locale/index.tsx":
      'import { Form } from "#features/questions/queries.ts";',
    "apps/server/src/migrations/20261201T0900-questions.ts": "db.query('select 1');",
  });
  expect(problems).toEqual([]);
});

test("structure: imports in comments, strings and regular expressions are ignored", () => {
  const text =
    '// import a from "b"\nconst c = "import d from \'e\'";\nconst f = `import "g"`;\nconst h = /import "i"/;';
  expect(readSource("a.ts", text).imports).toEqual([]);
});

test("structure: the error for invalid syntax names the file", () => {
  expect(() => readSource("a.ts", "const = 1;")).toThrow("a.ts: ");
});

test("structure: imports are read with line, names and whether they are type imports", () => {
  const text = [
    'import type { A } from "./a.ts";',
    'import b, { type C, d as e } from "./b.ts";',
    "import {",
    "  type F,",
    '} from "./f.ts";',
    'export * from "./g.ts";',
    'import "./h.css";',
    'const i = await import("./i.ts");',
    "const j = await import(i);",
  ].join("\n");
  expect(readSource("x.ts", text).imports).toEqual([
    { specifier: "./a.ts", line: 1, names: ["A"], isTypeOnly: true },
    { specifier: "./b.ts", line: 2, names: ["default", "C", "d"], isTypeOnly: false },
    { specifier: "./f.ts", line: 3, names: ["F"], isTypeOnly: true },
    { specifier: "./g.ts", line: 6, names: ["*"], isTypeOnly: false },
    { specifier: "./h.css", line: 7, names: ["*"], isTypeOnly: false },
    { specifier: "./i.ts", line: 8, names: ["*"], isTypeOnly: false },
  ]);
});

test.each([
  [`${server}/asks/routes.ts`, 'unknown feature "asks"'],
  [`${server}/likes/service.ts`, '"service.ts" is not a file name of a server feature'],
  [`${web}/likes/hooks.ts`, '"hooks.ts" is not a file name of a web feature'],
  ["apps/server/src/services/mail.ts", '"services" is not a layer of the server'],
  ["packages/contract/src/things.ts", '"things" is not a feature of the contract'],
  [`${server}/cards/draw.ts`, undefined],
  [`${server}/questions/commands/ask.ts`, undefined],
  ["apps/web/src/routes/$locale/-shell/header.tsx", '"$locale/-shell/header.tsx" is not a path'],
  ["apps/web/src/widgets/header.tsx", '"header.tsx" is not a file of a widget'],
  ["apps/web/src/widgets/shell/header.tsx", undefined],
  [`${server}/questions/asking.test.ts`, undefined],
])("structure: checks the file name %s", (path, violation) => {
  const expected = violation === undefined ? [] : [`${path}:1 ${violation}`];
  expect(findProblems({ [path]: "" })).toEqual(expected);
});

test.each([
  [`${server}/likes/queries.ts`, "./commands.ts", "queries imports commands"],
  [`${server}/likes/commands.ts`, "./routes.ts", "commands imports routes"],
  [`${server}/likes/commands.ts`, "#features/talks/routes.ts", "another feature's routes"],
  [`${server}/likes/commands.ts`, "#features/talks/jobs.ts", "another feature's jobs"],
  [`${server}/likes/job-definitions.ts`, "./queries.ts", "job-definitions imports queries"],
  [`${server}/likes/policy.ts`, "#platform/db.ts", "policy is pure"],
  [`${server}/likes/routes.ts`, "../../app.ts", "an import upwards"],
  ["apps/server/src/platform/mail/transport.ts", "#features/likes/queries.ts", "an import upwards"],
  [`${web}/likes/components/like.tsx`, "#features/talks/queries.ts", "a feature imports another"],
  [`${web}/likes/components/like.tsx`, "#routes/index.tsx", "an import upwards"],
  [`${web}/likes/components/like.tsx`, "#widgets/item/item.tsx", "an import upwards"],
  ["apps/web/src/widgets/item/item.tsx", "#routes/index.tsx", "an import upwards"],
  [
    "apps/server/src/migrations/20261201T0900-a.ts",
    "#features/likes/queries.ts",
    "an import upwards",
  ],
  ["apps/web/src/lib/i18n/format.ts", "#features/likes/queries.ts", "an import upwards"],
  ["apps/web/src/lib/i18n/format.ts", "@toibako/server/src/app.ts", "the web imports the server"],
  ["apps/server/src/app.ts", "@toibako/web/src/router.tsx", "the server imports the web"],
  ["packages/contract/src/likes.ts", "@toibako/server/src/app.ts", "the contract imports an app"],
  ["apps/server/src/app.ts", "./platform/testing/cast.ts", "the product imports test code"],
])("structure: %s may not import %s", (path, specifier, violation) => {
  const text = `\nimport { a } from "${specifier}";`;
  expect(findProblems({ [path]: text })).toEqual([`${path}:2 ${violation} (${specifier})`]);
});

test("structure: reports calls of the client outside queries", () => {
  const path = "apps/web/src/routes/index.tsx";
  expect(findProblems({ [path]: 'import { send } from "#lib/http/client.ts";' })).toEqual([
    `${path}:1 a call of the client (#lib/http/client.ts)`,
  ]);
  expect(findProblems({ [path]: 'import { ApiError } from "#lib/http/client.ts";' })).toEqual([]);
});

test("structure: reports SQL outside queries and commands", () => {
  const path = `${server}/likes/jobs.ts`;
  const text =
    "// db.query('')\nconst a = db.query<{ n: number }>('select 1');\ndatabase\n  .executeSql('select 1');\nconst b = statement<Row>(\"select 2\");";
  expect(findProblems({ [path]: text })).toEqual([
    `${path}:2 SQL outside queries and commands`,
    `${path}:4 SQL outside queries and commands`,
    `${path}:5 SQL outside queries and commands`,
  ]);
});

test("structure: reports a modal that only a test opens", () => {
  const path = "apps/web/src/widgets/modals/registry.ts";
  const files = {
    [path]: "export const modals = {\n  invite: async () => 1,\n  achievement: () => load(),\n};\n",
    "apps/web/src/widgets/shell/menu.tsx": 'modal.open("invite");\n',
    "apps/web/src/widgets/shell/menu.test.tsx": 'modal.open("achievement");\n',
  };
  expect(findProblems(files)).toEqual([`${path}:3 nothing opens the modal "achievement"`]);
});

test("structure: reports a bare text beside a node that comes and goes", () => {
  const path = "apps/web/src/widgets/shell/menu.tsx";
  const wrap = (children: string) =>
    `const Icon = isOn ? Check : Plus;\nexport const Menu = () => <p>\n${children}</p>;`;
  const violation = `${path}:3 a bare text beside a node that comes and goes`;
  for (const children of [
    '{t("a.b")}{isOn && <b />}',
    "Name: {name ?? <i />}",
    '{isOn ? <b /> : <i />}{isOn ? t("a.on") : t("a.off")}',
    '<Icon />{t("a.b")}',
  ])
    expect(findProblems({ [path]: wrap(children) })).toEqual([violation]);
  for (const children of [
    '<span>{t("a.b")}</span>{isOn && <b />}',
    '<Plus />{t(isOn ? "a.on" : "a.off")}',
    '{t("a.b")}{isOn ? t("a.on") : t("a.off")}',
  ])
    expect(findProblems({ [path]: wrap(children) })).toEqual([]);
});
