import { type Comparison, computeMedian, type LoadResult } from "./load.ts";

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
interface LoadFigures {
  /** Replies per second. */
  rate: number;
  baselineRate?: number;
  /** The ratio of CPU times per reply (baseline / measured), which other processes disturb less than rates. */
  processor?: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  baselineP99?: number;
}

/** One line of the report: the medians of all turns, and the spread of the value. */
export interface Row extends Figure {
  lowest: number;
  highest: number;
}

export interface Target {
  better: "more" | "less";
  /** Undefined for figures that are only reported. */
  value?: number;
  unit: string;
}

export const atLeast = (value: number, unit = ""): Target => ({ better: "more", value, unit });
export const atMost = (value: number, unit = ""): Target => ({ better: "less", value, unit });
/** The target of a figure that is only reported; less is better. */
export const lessIsBetter = (unit = ""): Target => ({ better: "less", unit });

/** Creates a figure with a single value. */
export function createFigure(what: string, value: number, target: Target, digits = 0): Figure {
  return { what, value, digits, target };
}

/** Creates a figure of the measured server's replies per second, in percent of the baseline's. */
export function createRatio(what: string, comparison: Comparison, target: Target): Figure {
  const value = comparison.ratio.rate * 100;
  return { what, value, digits: 0, target, load: toLoadFigures(comparison) };
}

/** Creates a figure of the CPU time per reply, in milliseconds. */
export function createProcessorTime(
  what: string,
  result: LoadResult | Comparison,
  target: Target,
): Figure {
  const { processor } = "measured" in result ? result.measured : result;
  return { what, value: processor / 1000, digits: 2, target, load: toLoadFigures(result) };
}

function toLoadFigures(result: LoadResult | Comparison): LoadFigures {
  if (!("measured" in result)) {
    return { rate: result.rate, p50: result.p50, p99: result.p99 };
  }
  const { measured, baseline, ratio } = result;
  const { rate, p50, p99 } = measured;
  return {
    rate,
    p50,
    p99,
    baselineRate: baseline.rate,
    baselineP99: baseline.p99,
    processor: ratio.processor,
  };
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
      ...(figure.load && { load: mergeLoads(figure.load, loads) }),
    };
  });
}

function mergeLoads(first: LoadFigures, loads: readonly LoadFigures[]): LoadFigures {
  const names = Object.keys(first) as (keyof LoadFigures)[];
  const medians = names.map((name) => [
    name,
    computeMedian(loads.map((load) => load[name] ?? NaN)),
  ]);
  return Object.fromEntries(medians) as LoadFigures;
}

export function isReached({ value, target }: Row): boolean | undefined {
  if (target.value === undefined) return undefined;
  return target.better === "more" ? value >= target.value : value <= target.value;
}

export const columns = [
  "what",
  "figure",
  "spread",
  "target",
  "reached",
  "measured",
  "baseline",
  "processor",
  "p50",
  "p99",
  "baseline p99",
];

/** Formats the rows as a text table. */
export function formatTable(rows: readonly Row[]): string {
  const lines = [columns, ...rows.map(formatCells)];
  const widths = columns.map((_, n) => Math.max(...lines.map((line) => line[n]?.length ?? 0)));
  const text = lines.map((line) => line.map((cell, n) => alignCell(cell, n, widths[n])).join("  "));
  return text.map((line) => line.trimEnd()).join("\n");
}

function alignCell(cell: string, column: number, width = 0): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

/** Formats a row for `columns`. */
export function formatCells(row: Row): string[] {
  const { what, note, value, lowest, highest, digits, target, load } = row;
  const sign = target.better === "more" ? "≥" : "≤";
  return [
    note ? `${what} (${note})` : what,
    `${value.toFixed(digits)}${target.unit}`,
    `${lowest.toFixed(digits)}–${highest.toFixed(digits)}`,
    target.value === undefined ? "" : `${sign} ${target.value}${target.unit}`,
    { true: "yes", false: "no", undefined: "" }[`${isReached(row)}`],
    formatNumber(load?.rate, 0, "/s"),
    formatNumber(load?.baselineRate, 0, "/s"),
    formatNumber(load?.processor === undefined ? undefined : load.processor * 100, 0, " %"),
    formatNumber(load?.p50, 1, " ms"),
    formatNumber(load?.p99, 1, " ms"),
    formatNumber(load?.baselineP99, 1, " ms"),
  ];
}

function formatNumber(value: number | undefined, digits: number, unit: string): string {
  return value === undefined ? "" : `${value.toFixed(digits)}${unit}`;
}
