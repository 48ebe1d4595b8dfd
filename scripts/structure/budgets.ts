import type { Finding, Source } from "./source.ts";

/** Maximum lengths of files, in lines. */
const budget = { median: 60, ninetyFifth: 250, longest: 400 };

export interface Sizes {
  files: number;
  median: number;
  ninetyFifth: number;
  longest: number;
}

/** Whether the length of a file counts in the statistics: files of apps and packages, without tests. */
const isMeasured = ({ path }: Source) =>
  /^(apps|packages)\//.test(path) && !/\.test\.tsx?$/.test(path);

/** Statistics of the lengths of the files in apps and packages, in lines, without tests. */
export function measureSizes(sources: readonly Source[]): Sizes {
  const counts = sources
    .filter(isMeasured)
    .map(({ lines }) => lines)
    .sort((a, b) => a - b);
  const findPercentile = (share: number) => counts[Math.ceil(counts.length * share) - 1] ?? 0;
  return {
    files: counts.length,
    median: findPercentile(0.5),
    ninetyFifth: findPercentile(0.95),
    longest: findPercentile(1),
  };
}

/** Checks the limits for the lengths of files. */
export function checkBudgets(sources: readonly Source[]): Finding[] {
  const sizes = measureSizes(sources);
  const advice = "Split it by topic into a folder of the same name; move data to JSON.";
  const tooLong = sources
    .filter(({ lines }) => lines > budget.longest)
    .map(({ path, lines }) => ({
      path,
      line: budget.longest + 1,
      violation: `${lines} lines`,
      advice,
    }));
  const exceededShares = (["median", "ninetyFifth"] as const)
    .filter((key) => sizes[key] > budget[key])
    .map((key) => ({
      path: "apps, packages",
      line: 0,
      violation: `${key} of ${sizes[key]} lines a file, over ${budget[key]}`,
      advice: `The longest: ${listLongest(sources)}.`,
    }));
  return [...tooLong, ...exceededShares];
}

function listLongest(sources: readonly Source[]): string {
  return sources
    .filter(isMeasured)
    .sort((a, b) => b.lines - a.lines)
    .slice(0, 5)
    .map(({ path, lines }) => `${path} (${lines})`)
    .join(", ");
}
