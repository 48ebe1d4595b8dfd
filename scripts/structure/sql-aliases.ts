import { Visitor } from "oxc-parser";
import { locateFile } from "./location.ts";
import { type Finding, findLine, type Source } from "./source.ts";

/** The only aliases of one letter, with their tables. */
const tablesByAlias = new Map([
  ["u", "users"],
  ["q", "questions"],
  ["a", "answers"],
  ["c", "communities"],
]);

/** Words of one or two letters that may follow a table or a subquery. */
const keywords = new Set(["as", "at", "by", "do", "in", "is", "no", "of", "on", "or", "to"]);

const name = String.raw`(?<name>(?:[\w."]|\$\{[^{}]*\})+)`;
const call = String.raw`\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)(?:\s+with\s+ordinality)?`;
const alias = String.raw`(?<alias>[a-z]{1,2})\b(?!\s*\.|["'])`;

const tableAlias = new RegExp(
  String.raw`\b(?:from|join|update|using|into)\s+(?:lateral\s+)?${name}(?:${call})?\s+(?:as\s+)?${alias}`,
  "g",
);
/** A further table of a `from` clause. An alias with `as` must have columns, because it could be that of a column. */
const furtherTableAlias = new RegExp(
  String.raw`,\s*(?:lateral\s+)?${name}(?:(?:${call})?\s+${alias}(?=\s*(?:[,);(\x60]|$|(?:where|join|left|cross)\b)))`,
  "g",
);
const functionAlias = new RegExp(String.raw`,\s*${name}${call}\s+as\s+${alias}(?=\s*\()`, "g");
const subqueryAlias = new RegExp(String.raw`\)\s+${alias}`, "g");
const cteName = new RegExp(String.raw`(?:\bwith|,)\s+${alias}\s+as\s+(?:materialized\s+)?\(`, "g");

/** Reports aliases of one or two letters, except `u`, `q`, `a` and `c` for their tables. */
export function checkSqlAliases(source: Source): Finding[] {
  const { path, text } = source;
  const { side, layer } = locateFile(path);
  if (side === "web" || side === "contract" || path.includes("/migrations/")) return [];
  if (layer === "scripts" && path.includes("structure")) return [];
  const patterns = [tableAlias, furtherTableAlias, functionAlias, subqueryAlias, cteName];
  const matches = patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .filter((match) => isForbidden(text, match));
  if (matches.length === 0) return [];
  const statements = findStatements(source);
  return matches
    .filter(({ index }) => statements.some(({ start, end }) => start <= index && index < end))
    .map((match) => ({
      path,
      line: findLine(text, match.index + match[0].length - 1),
      violation: `SQL alias "${readGroups(match).alias}"`,
      advice:
        "Use the table's own name or a word for its role; u, q, a and c are users, questions, answers and communities.",
    }));
}

function readGroups({ groups }: RegExpExecArray): { alias: string; table: string | undefined } {
  const { alias: found = "", name: table } = groups ?? {};
  return { alias: found, table };
}

function isForbidden(text: string, match: RegExpExecArray): boolean {
  const { alias: found, table } = readGroups(match);
  // `for update of u` locks the rows of an alias; `update set` belongs to `on conflict`.
  if (keywords.has(found) || table === "of" || table === "set") return false;
  const expected = tablesByAlias.get(found);
  if (expected === undefined) return true;
  if (table !== undefined) return table !== expected;
  return !match[0].startsWith(")") || !selectsRowsOf(expected, text, match.index);
}

/** Whether the subquery that ends with the parenthesis at `end` selects whole rows of a table. */
function selectsRowsOf(table: string, text: string, end: number): boolean {
  let depth = 1;
  let start = end;
  while (depth > 0 && start > 0) {
    start -= 1;
    if (text[start] === ")") depth += 1;
    if (text[start] === "(") depth -= 1;
  }
  const subquery = text.slice(start + 1, end);
  return (
    /^\s*select (?:\w+\.)?\*/.test(subquery) &&
    new RegExp(String.raw`\b(?:from|join) ${table}\b`).test(subquery)
  );
}

/** The positions of texts that contain SQL. */
function findStatements({ program, text }: Source): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  const collect = ({ start, end }: { start: number; end: number }) => {
    const words =
      /\b(?:select|delete from|insert into|update \w+ (?:\w+ )?set|join \S+ (?:\w+ )?on)\b/;
    if (words.test(text.slice(start, end))) found.push({ start, end });
  };
  new Visitor({
    TemplateLiteral: collect,
    Literal: (literal) => {
      if (typeof literal.value === "string") collect(literal);
    },
  }).visit(program);
  return found;
}
