import { type Expression, Visitor } from "oxc-parser";
import { locateFile } from "./location.ts";
import { type Finding, findLine, type Source } from "./source.ts";

/** The methods of the database that run SQL. */
const methods = ["query", "executeSql"];

/** Reports SQL in apps and packages outside queries, commands, migrations, the platform and tests. */
export function checkSql(source: Source): Finding[] {
  const { side, layer, kind, isTest } = locateFile(source.path);
  const isAllowed = layer === "platform" || kind === "queries" || kind === "commands";
  if (side === "outside" || isTest || isAllowed) return [];
  return findSql(source).map((line) => ({
    path: source.path,
    line,
    violation: "SQL outside queries and commands",
    advice:
      "A read goes to the feature's queries.ts, a write to its commands.ts; call it from here.",
  }));
}

/** The lines that call `statement` or a method that runs SQL. */
function findSql({ program, text }: Source): number[] {
  const lines: number[] = [];
  const collectSql = (called: Expression) => {
    const offset = findSqlOffset(called);
    if (offset !== undefined) lines.push(findLine(text, offset));
  };
  new Visitor({
    CallExpression: ({ callee }) => collectSql(callee),
  }).visit(program);
  return lines;
}

/** The offset of a called function's name in the text; undefined if the function builds no SQL. */
function findSqlOffset(called: Expression): number | undefined {
  if (called.type === "Identifier") {
    return called.name === "statement" ? called.start : undefined;
  }
  if (called.type !== "MemberExpression" || called.computed) return undefined;
  const { property } = called;
  return property.type === "Identifier" && methods.includes(property.name)
    ? property.start
    : undefined;
}
