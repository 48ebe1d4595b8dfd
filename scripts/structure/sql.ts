import { placeOf } from "./place.ts";
import { type Finding, lineAt, type Source } from "./source.ts";

const SQL =
  /(?<![\w.])sql(?:\.\w+)?(?:<[^`;]*?>)?[`(]|(?<![\w.])statement(?:<[^`;]*?>)?\(|\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\s*\(/g;

/** SQL stands in queries, commands, migrations, the platform and tests alone. */
export function checkSql(source: Source): Finding[] {
  const { side, layer, word, test } = placeOf(source.path);
  if (
    side === "outside" ||
    test ||
    layer === "platform" ||
    word === "queries" ||
    word === "commands"
  )
    return [];
  return [...source.code.matchAll(SQL)].map((match) => ({
    path: source.path,
    line: lineAt(source.code, match.index),
    what: "SQL outside queries and commands",
    where:
      "A read goes to the feature's queries.ts, a write to its commands.ts; call it from here.",
  }));
}
