// Checks the rules of docs/architecture.md: places of files, imports between layers, places of SQL, texts beside nodes
// that come and go, and modals that nothing opens. Biome's noImportCycles finds import cycles.
import { existsSync, globSync, readFileSync } from "node:fs";
import { checkBareTexts } from "./structure/bare-texts.ts";
import { type Alias, checkImportEdge, findImportEdges } from "./structure/imports.ts";
import { checkModals } from "./structure/modals.ts";
import { type Finding, readSource, type Source } from "./structure/source.ts";
import { checkSql } from "./structure/sql.ts";
import { checkVocabulary } from "./structure/vocabulary.ts";

const sourceFiles = "{apps,packages,scripts,e2e,bench}/**/*.{ts,tsx}";
const generatedFiles = /(^|\/)(node_modules|dist|data)\/|\.gen\.ts$/;

/** Returns what breaks the rules in the given files. */
export function checkStructure(sources: readonly Source[], aliases: readonly Alias[]): Finding[] {
  return [
    ...sources.flatMap(({ path }) => checkVocabulary(path)),
    ...sources.flatMap((source) => findImportEdges(source, aliases)).flatMap(checkImportEdge),
    ...sources.flatMap(checkSql),
    ...sources.flatMap(checkBareTexts),
    ...checkModals(sources),
  ];
}

/** Reads import aliases from `imports` and `exports` of the workspaces' package.json. */
export function readAliases(): Alias[] {
  return globSync("{apps,packages}/*/package.json").flatMap((file) => {
    const folder = file.slice(0, -"package.json".length);
    const manifest = JSON.parse(readFileSync(file, "utf8")) as {
      name: string;
      imports?: Record<string, string>;
      exports?: Record<string, string>;
    };
    const resolveTarget = (value: string) => folder + value.replace(/^\.\//, "").replace(/\*$/, "");
    const inner = Object.entries(manifest.imports ?? {}).map(([key, value]) => ({
      scope: folder,
      prefix: key.replace(/\*$/, ""),
      target: resolveTarget(value),
    }));
    const outer = Object.entries(manifest.exports ?? { "./*": "./*" }).map(([key, value]) => ({
      scope: "",
      prefix: manifest.name + key.slice(1).replace(/\*$/, ""),
      target: resolveTarget(value),
    }));
    return [...inner, ...outer];
  });
}

function main(): number {
  const paths = globSync(sourceFiles).filter(
    (path) => !generatedFiles.test(path) && existsSync(path),
  );
  const sources = paths.sort().map((path) => readSource(path, readFileSync(path, "utf8")));
  const findings = checkStructure(sources, readAliases());
  for (const { path, line, violation, advice } of findings) {
    console.log(`${path}:${line}  ${violation}\n    ${advice}`);
  }
  return findings.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = main();
