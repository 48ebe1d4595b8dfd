// Builds the pages and runs all static checks: format and lint, types, unhandled promises, dead code, types
// of SQL statements, structure, sizes of pages.
import { buildIfStale } from "./build.ts";
import { runAndCapture } from "./run.ts";

const checkCommands: Record<string, string[]> = {
  "format and lint (biome)": ["biome", "ci", "--error-on-warnings", "--colors=off"],
  "types (tsc)": ["tsc", "--noEmit"],
  "promises and unsafe values (oxlint)": ["oxlint", "--type-aware", "--deny-warnings"],
  "dead code and dependencies (knip)": ["knip", "--no-progress"],
  "types of SQL statements (scripts/sql.ts)": ["node", "scripts/sql.ts", "--check"],
  "structure (scripts/structure.ts)": ["node", "scripts/structure.ts"],
  "weight of pages (scripts/sizes.ts)": ["node", "scripts/sizes.ts"],
};

const generatedFiles = ["apps/web/src/route-tree.gen.ts", "apps/web/src/locales.gen.ts"];

export interface Check {
  name: string;
  passed: boolean;
}

/** Builds the pages and runs all static checks; prints the output of failed checks. */
export async function runChecks(): Promise<Check[]> {
  const build = await runBuild();
  const others = Object.entries(checkCommands).map(async ([name, command]) => {
    const { code, output } = await runAndCapture(command);
    return reportCheck(name, code, output);
  });
  return [build, ...(await Promise.all(others))];
}

/** Builds the pages. The type check needs the route tree and the text keys that this generates. */
export async function runBuild(): Promise<Check> {
  const built = await buildIfStale(generatedFiles);
  return reportCheck("build (vite)", built?.code ?? 0, built?.output ?? "");
}

function reportCheck(name: string, code: number, output: string): Check {
  if (code !== 0) console.log(`\n── ${name} ──\n${output.trimEnd()}\n`);
  return { name, passed: code === 0 };
}

if (import.meta.main) {
  const checks = await runChecks();
  const failed = checks.filter(({ passed }) => !passed);
  for (const { name } of failed) console.log(`failed: ${name}`);
  console.log(`${checks.length - failed.length} passed, ${failed.length} failed`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
