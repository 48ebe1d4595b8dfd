import { type Comparison, computeMedian, computeMedians, type LoadResult } from "./load.ts";

/** One measured value of a turn. */
export interface Figure {
  /** The name of the figure, in the first column of the report. */
  what: string;
  /** Shown in brackets after `what`, such as the call that has the value. */
  note?: string;
  /** Compared with the target. */
  value: number;
  digits: number;
  target: Target;
  load?: LoadFigures;
}

/** How a load ran; `baseline` is what the measured server is compared with. */
type LoadFigures = {
  /** Replies per second. */
  rate: number;
  baselineRate?: number;
  /** The ratio of CPU times per reply (baseline / measured), which other processes disturb less than rates. */
  processor?: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  baselineP99?: number;
};

/** One line of the report: the medians of all turns, and the spread of the value. */
export interface Row extends Figure {
  lowest: number;
  highest: number;
}

export interface Target {
  better: "more" | "less";
  value: number;
  unit: string;
}

export const atLeast = (value: number, unit = ""): Target => ({ better: "more", value, unit });
export const atMost = (value: number, unit = ""): Target => ({ better: "less", value, unit });

/** Creates a figure with a single value. */
export function createFigure(what: string, value: number, target: Target, digits = 0): Figure {
  return { what, value, digits, target };
}

/** Creates a figure of the measured server's replies per second, in percent of the baseline's. */
export function createRatio(what: string, comparison: Comparison, target: Target): Figure {
  const { measured, baseline, ratio } = comparison;
  const { rate, p50, p99 } = measured;
  const baselines = { baselineRate: baseline.rate, baselineP99: baseline.p99 };
  const load = { rate, p50, p99, ...baselines, processor: ratio.processor };
  return { ...createFigure(what, ratio.rate * 100, target), load };
}

/** Creates a figure of the CPU time per reply, in milliseconds. */
export function createProcessorTime(what: string, result: LoadResult, target: Target): Figure {
  const { rate, p50, p99, processor } = result;
  return { ...createFigure(what, processor / 1000, target, 2), load: { rate, p50, p99 } };
}

/** Creates the rows of figures that were measured in several turns. */
export function mergeTurns(turns: readonly (readonly Figure[])[]): Row[] {
  const [first = []] = turns;
  return first.map((figure, index) => {
    const figures = turns.map((turn) => turn[index] ?? figure);
    const values = figures.map(({ value }) => value);
    const loads = figures.map(({ load }) => load).filter((load) => load !== undefined);
    return {
      ...figure,
      value: computeMedian(values),
      lowest: Math.min(...values),
      highest: Math.max(...values),
      ...(loads.length > 0 && { load: computeMedians(loads) }),
    };
  });
}

export function isReached({ value, target }: Row): boolean {
  return target.better === "more" ? value >= target.value : value <= target.value;
}

const columns =
  "what,figure,spread,target,reached,measured,baseline,processor,p50,p99,baseline p99".split(",");

/** Formats the rows as Biome formats a table: the first column to the left, all others to the right. */
export function formatTable(rows: readonly Row[]): string {
  const lines = [columns, ...rows.map(formatCells)];
  const widths = columns.map((_, n) => Math.max(...lines.map((line) => line[n]?.length ?? 0)));
  const align = (cell: string, n: number) =>
    n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0);
  const rule = widths.map((width, n) =>
    n === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  const [head = [], ...body] = lines.map((line) => line.map(align));
  return [head, rule, ...body].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Formats a row for `columns`. */
function formatCells(row: Row): string[] {
  const { what, note, value, lowest, highest, digits, target, load } = row;
  return [
    note ? `${what} (${note})` : what,
    formatNumber(value, digits, target.unit),
    `${lowest.toFixed(digits)}–${highest.toFixed(digits)}`,
    `${target.better === "more" ? "≥" : "≤"} ${target.value}${target.unit}`,
    isReached(row) ? "yes" : "no",
    formatNumber(load?.rate, 0, "/s"),
    formatNumber(load?.baselineRate, 0, "/s"),
    formatNumber(load?.processor && load.processor * 100, 0, " %"),
    formatNumber(load?.p50, 1, " ms"),
    formatNumber(load?.p99, 1, " ms"),
    formatNumber(load?.baselineP99, 1, " ms"),
  ];
}

function formatNumber(value: number | undefined, digits: number, unit: string): string {
  return value === undefined ? "" : `${value.toFixed(digits)}${unit}`;
}
