import type { Db } from "./db.ts";
import type { Statements } from "./statements.gen.ts";

/** A statement whose parameters have names, as it is sent to the database. */
export interface CompiledStatement {
  /** SQL with `$1 … $n`. */
  text: string;
  /** The names of `$1 … $n`, each once. */
  names: readonly string[];
  /** The names of parameters that may be null. */
  nullable: ReadonlySet<string>;
  /** Columns that the statement declares as never null. */
  neverNull: ReadonlySet<string>;
}

/** Every statement that has been declared, by name; `npm run sql` describes them all. */
export const declaredStatements = new Map<string, CompiledStatement>();

export type Parameters<N extends keyof Statements> = Statements[N]["parameters"];
export type Row<N extends keyof Statements> = Statements[N]["row"];

/** Runs a statement with its parameters and returns its rows. */
export interface Statement<N extends keyof Statements> {
  (db: Db, parameters: Parameters<N>): Promise<Row<N>[]>;
  /** SQL with `$1 … $n` and the names of these, for the bench. */
  text: string;
  names: readonly (keyof Parameters<N>)[];
}

/**
 * Declares a statement in SQL. `:name` is a parameter, `:name?` one that may be null. The alias
 * `as "column!"` declares that an expression is never null, because the database doesn't know it. The
 * types of parameters and rows are generated from the database's own description: run `npm run sql`
 * after a change. Call this function at the top level of a module, once for each name.
 */
export function statement<N extends keyof Statements>(name: N, sql: string): Statement<N> {
  if (declaredStatements.has(name)) throw new Error(`two statements are called ${name}`);
  const compiled = compileStatement(sql);
  declaredStatements.set(name, compiled);
  const { text, names } = compiled;
  const run = (db: Db, parameters: Parameters<N>): Promise<Row<N>[]> => {
    const valuesByName = parameters as Record<string, unknown>;
    const values = names.map((parameter) => valuesByName[parameter]);
    return db.query<Row<N>>(text, values, name);
  };
  return Object.assign(run, { text, names: names as (keyof Parameters<N>)[] });
}

// Matches parameters (a colon and a name). Also matches quoted texts, comments and casts as a whole, so
// that a colon in one of them is not taken for a parameter.
const tokens =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|::|:([a-z_]\w*)(\?)?/gi;

/** Replaces the named parameters of a statement by `$1 … $n`, and removes the `!` from aliases. */
export function compileStatement(sql: string): CompiledStatement {
  const names: string[] = [];
  const nullable = new Set<string>();
  const neverNull = new Set<string>();
  const text = sql.replace(tokens, (token: string, _tag: string, name?: string, mark?: string) => {
    if (name === undefined) {
      if (!token.endsWith('!"')) return token;
      neverNull.add(token.slice(1, -2));
      return `${token.slice(0, -2)}"`;
    }
    if (!names.includes(name)) names.push(name);
    if (mark !== undefined) nullable.add(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text, names, nullable, neverNull };
}
