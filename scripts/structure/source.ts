/** A rule that a file breaks, with the place where the code belongs instead. */
export interface Finding {
  path: string;
  line: number;
  what: string;
  where: string;
}

export interface Import {
  specifier: string;
  line: number;
  /** Imported names as the other module calls them; `*` for a whole module. */
  names: string[];
  type_only: boolean;
}

export interface Source {
  path: string;
  lines: number;
  /** The text with comments and the insides of strings blanked, offsets unchanged. */
  code: string;
  imports: Import[];
}

const tokens =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`|(?<=[=(,:[!&|?{};+]\s*|\breturn\s+)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/g;

/** Blanks comments, strings, templates and regular expressions so that only code is left. */
export function blank(text: string): string {
  return text.replace(tokens, (token) => {
    const quote = token[0] ?? "";
    const inside = token.replace(/[^\n]/g, " ");
    return "\"'`".includes(quote) ? quote + inside.slice(1, -1) + quote : inside;
  });
}

const statement =
  /\b(?:import|export)(?<type>\s+type)?\s*(?<clause>(?:[\w$*]+(?:\s+as\s+[\w$]+)?\s*,?\s*)?(?:\{[^}]*\})?)\s*\bfrom\s*(?=["'])/g;
const bare = /\bimport\s*\(?\s*(?=["'])/g;

/** Reads what the rules need from one file: its length, its code and its imports. */
export function readSource(path: string, text: string): Source {
  const code = blank(text);
  const imports: Import[] = [];
  for (const match of code.matchAll(statement)) {
    const { type, clause = "" } = match.groups ?? {};
    imports.push({
      specifier: specifierAt(text, match.index + match[0].length),
      line: lineAt(code, match.index),
      names: namesOf(clause),
      type_only: type !== undefined || onlyTypes(clause),
    });
  }
  for (const match of code.matchAll(bare)) {
    imports.push({
      specifier: specifierAt(text, match.index + match[0].length),
      line: lineAt(code, match.index),
      names: ["*"],
      type_only: false,
    });
  }
  return { path, lines: text.split("\n").length - (text.endsWith("\n") ? 1 : 0), code, imports };
}

/** The line, counted from 1, on which an offset stands. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

function specifierAt(text: string, offset: number): string {
  const end = text.indexOf(text[offset] ?? "", offset + 1);
  return text.slice(offset + 1, end);
}

function namesOf(clause: string): string[] {
  return clause
    .replace(/[{}]/g, ",")
    .split(",")
    .map((part) => part.trim().replace(/^type\s+/, ""))
    .filter((part) => part !== "")
    .map((part) => part.split(/\s+as\s+/)[0] ?? part);
}

function onlyTypes(clause: string): boolean {
  const braces = /^\{([^}]*)\}$/.exec(clause.trim())?.[1];
  const parts = braces?.split(",").filter((part) => part.trim() !== "") ?? [];
  return parts.length > 0 && parts.every((part) => part.trim().startsWith("type "));
}
