import type { Finding, Source } from "./source.ts";

const BUDGET = { median: 60, ninety_fifth: 250, most: 400 };

export interface Sizes {
  files: number;
  median: number;
  ninety_fifth: number;
  most: number;
}

const SOURCE = /^(apps|packages)\//;

/** How long the product's files are, in lines; tests are not counted. */
export function sizesOf(sources: readonly Source[]): Sizes {
  const counts = sources
    .filter(({ path }) => SOURCE.test(path) && !/\.test\.tsx?$/.test(path))
    .map(({ lines }) => lines)
    .sort((a, b) => a - b);
  const at = (share: number) => counts[Math.ceil(counts.length * share) - 1] ?? 0;
  return { files: counts.length, median: at(0.5), ninety_fifth: at(0.95), most: at(1) };
}

/** Files are divided by thought before they grow long. */
export function checkBudgets(sources: readonly Source[]): Finding[] {
  const sizes = sizesOf(sources);
  const where = "Divide it by thought into a sub-folder with the same words; data belongs in JSON.";
  const long = sources
    .filter(({ lines }) => lines > BUDGET.most)
    .map(({ path, lines }) => ({ path, line: BUDGET.most + 1, what: `${lines} lines`, where }));
  const shares = (["median", "ninety_fifth"] as const)
    .filter((key) => sizes[key] > BUDGET[key])
    .map((key) => ({
      path: "apps, packages",
      line: 0,
      what: `${key} of ${sizes[key]} lines a file, over ${BUDGET[key]}`,
      where: `The longest: ${longest(sources)}.`,
    }));
  return [...long, ...shares];
}

function longest(sources: readonly Source[]): string {
  return sources
    .filter(({ path }) => SOURCE.test(path) && !/\.test\.tsx?$/.test(path))
    .sort((a, b) => b.lines - a.lines)
    .slice(0, 5)
    .map(({ path, lines }) => `${path} (${lines})`)
    .join(", ");
}
