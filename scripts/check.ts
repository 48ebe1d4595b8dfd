// What can be told without running the product: format, lint, types, dead code, structure.
import { buildIfStale } from "./build.ts";
import { runQuietly } from "./run.ts";

const CHECKS: Record<string, string[]> = {
  "format and lint (biome)": ["biome", "ci", "--error-on-warnings", "--colors=off"],
  "types (tsc)": ["tsc", "--noEmit"],
  "promises and unsafe values (oxlint)": ["oxlint", "--type-aware", "--deny-warnings"],
  "dead code and dependencies (knip)": ["knip", "--no-progress"],
  "structure (scripts/structure.ts)": ["node", "scripts/structure.ts"],
  "weight of pages (scripts/sizes.ts)": ["node", "scripts/sizes.ts"],
};

const GENERATED = ["apps/web/src/route-tree.gen.ts", "apps/web/src/locales.gen.ts"];

export interface Check {
  name: string;
  passed: boolean;
}

/** Runs all static checks; prints a heading and the findings of those that fail. */
export async function runChecks(): Promise<Check[]> {
  const build = await runBuild();
  const others = Object.entries(CHECKS).map(async ([name, command]) => {
    const { code, output } = await runQuietly(command);
    return report(name, code, output);
  });
  return [build, ...(await Promise.all(others))];
}

/** The types need what the build generates: the table of paths and the keys of the texts. */
export async function runBuild(): Promise<Check> {
  const built = await buildIfStale(GENERATED);
  return report("build (vite)", built?.code ?? 0, built?.output ?? "");
}

function report(name: string, code: number, output: string): Check {
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
