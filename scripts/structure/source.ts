import { type EcmaScriptModule, type Program, parseSync } from "oxc-parser";

/** A violation of a rule, and how to fix it. */
export interface Finding {
  path: string;
  line: number;
  /** The violation in a few words. */
  violation: string;
  advice: string;
}

export interface Import {
  specifier: string;
  line: number;
  /** Imported names as the other module calls them; `*` for a whole module. */
  names: string[];
  isTypeOnly: boolean;
}

export interface Source {
  path: string;
  text: string;
  imports: Import[];
  readonly program: Program;
}

/** Parses one file; throws if its syntax is invalid. */
export function readSource(path: string, text: string): Source {
  const parsed = parseSync(path, text);
  const [error] = parsed.errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  return {
    path,
    text,
    imports: listImports(parsed.module, text),
    // A getter, because converting the program to JavaScript objects takes long and few rules need it.
    get program() {
      return parsed.program;
    },
  };
}

/** The line number of an offset, from 1. */
export function findLine(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

function listImports(module: EcmaScriptModule, text: string): Import[] {
  const imported = module.staticImports.map(({ start, moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    line: findLine(text, start),
    ...describeNames(entries),
  }));
  const exported = module.staticExports.flatMap(({ start, entries }) => {
    const specifier = entries[0]?.moduleRequest?.value;
    if (specifier === undefined) return [];
    return [{ specifier, line: findLine(text, start), ...describeNames(entries) }];
  });
  const dynamic = module.dynamicImports.flatMap(({ start, moduleRequest }) => {
    const specifier = readLiteral(text.slice(moduleRequest.start, moduleRequest.end));
    if (specifier === undefined) return [];
    return [{ specifier, line: findLine(text, start), ...describeNames([]) }];
  });
  return [...imported, ...exported, ...dynamic].sort((a, b) => a.line - b.line);
}

interface Entry {
  importName: { kind: string; name: string | null };
  isType: boolean;
}

/** Describes the imported names. An import without names loads the whole module. */
function describeNames(entries: readonly Entry[]): Pick<Import, "names" | "isTypeOnly"> {
  if (entries.length === 0) return { names: ["*"], isTypeOnly: false };
  return {
    names: entries.map(({ importName: { kind, name } }) =>
      kind === "Default" ? "default" : (name ?? "*"),
    ),
    isTypeOnly: entries.every(({ isType }) => isType),
  };
}

/** The value of a string literal; undefined for any other expression. */
function readLiteral(code: string): string | undefined {
  return /^(["'`])([^"'`$\\]*)\1$/.exec(code)?.[2];
}
