// Keeps the house of docs/architecture.md: names, arrows, SQL's places, rings, lengths.
import { existsSync, globSync, readFileSync } from "node:fs";
import { type Alias, arrowsOf, checkArrow } from "./structure/arrows.ts";
import { checkBudgets, sizesOf } from "./structure/budgets.ts";
import { checkCycles } from "./structure/cycles.ts";
import { type Finding, readSource, type Source } from "./structure/source.ts";
import { checkSql } from "./structure/sql.ts";
import { checkVocabulary } from "./structure/vocabulary.ts";

const FOLDERS = "{apps,packages,scripts,e2e,bench}/**/*.{ts,tsx}";
const NOT_OURS = /(^|\/)(node_modules|dist|data)\/|\.gen\.ts$/;

/** All findings of the given files. */
export function checkStructure(sources: readonly Source[], aliases: readonly Alias[]): Finding[] {
  const arrows = sources.flatMap((source) => arrowsOf(source, aliases));
  return [
    ...sources.flatMap(({ path }) => checkVocabulary(path)),
    ...arrows.flatMap(checkArrow),
    ...sources.flatMap(checkSql),
    ...checkCycles(arrows),
    ...checkBudgets(sources),
  ];
}

/** Reads the short addresses from the workspaces' package.json: `imports`, and `exports` by name. */
export function readAliases(): Alias[] {
  return globSync("{apps,packages}/*/package.json").flatMap((file) => {
    const folder = file.slice(0, -"package.json".length);
    const manifest = JSON.parse(readFileSync(file, "utf8")) as {
      name: string;
      imports?: Record<string, string>;
      exports?: Record<string, string>;
    };
    const target = (value: string) => folder + value.replace(/^\.\//, "").replace(/\*$/, "");
    const inner = Object.entries(manifest.imports ?? {}).map(([key, value]) => ({
      scope: folder,
      prefix: key.replace(/\*$/, ""),
      target: target(value),
    }));
    const outer = Object.entries(manifest.exports ?? { "./*": "./*" }).map(([key, value]) => ({
      scope: "",
      prefix: manifest.name + key.slice(1).replace(/\*$/, ""),
      target: target(value),
    }));
    return [...inner, ...outer];
  });
}

function main(): number {
  const paths = globSync(FOLDERS).filter((path) => !NOT_OURS.test(path) && existsSync(path));
  const sources = paths.sort().map((path) => readSource(path, readFileSync(path, "utf8")));
  const findings = checkStructure(sources, readAliases());
  for (const { path, line, what, where } of findings) {
    console.log(`${path}:${line}  ${what}\n    ${where}`);
  }
  const { files, median, ninety_fifth, most } = sizesOf(sources);
  console.log(`${files} files: median ${median} lines, 95% ${ninety_fifth}, longest ${most}`);
  return findings.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = main();
