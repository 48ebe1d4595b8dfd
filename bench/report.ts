import type { Comparison, LoadResult } from "./load.ts";

/** One line of the report; `value` is compared with `target`. */
export interface Row {
  what: string;
  bare: string;
  ours: string;
  value: number;
  ratio: string;
  /** The ratio in CPU time per reply, which other processes disturb less. */
  processor?: number;
  p50?: number;
  p99?: number;
  bareP99?: number;
  target?: Target;
}

export interface Target {
  limit: "least" | "most";
  value: number;
  unit: string;
}

export const atLeast = (value: number, unit = ""): Target => ({
  limit: "least",
  value,
  unit,
});
export const atMost = (value: number, unit = ""): Target => ({
  limit: "most",
  value,
  unit,
});

/** Creates a row that compares replies per second with the bare server. */
export function createComparedRow(
  what: string,
  { ours, bare, ratio }: Comparison,
  target: Target,
): Row {
  const times = { p50: ours.p50, p99: ours.p99, bareP99: bare.p99 };
  const value = ratio.rate * 100;
  return {
    what,
    ...formatRates(ours, bare),
    value,
    ratio: `${value.toFixed(0)} %`,
    processor: ratio.processor,
    ...times,
    target,
  };
}

function formatRates(ours: LoadResult, bare: LoadResult) {
  return { ours: `${ours.rate.toFixed(0)}/s`, bare: `${bare.rate.toFixed(0)}/s` };
}

/** Creates a row with a single value. */
export function createRow(
  what: string,
  value: number,
  target: Target | undefined,
  digits = 0,
): Row {
  const ours = `${value.toFixed(digits)}${target?.unit ?? ""}`;
  return { what, bare: "", ours, value, ratio: "", ...(target && { target }) };
}

export function isReached({ value, target }: Row): boolean | undefined {
  if (target === undefined) return undefined;
  return target.limit === "least" ? value >= target.value : value <= target.value;
}

const columns = [
  "what",
  "bare",
  "ours",
  "ratio",
  "processor",
  "p50",
  "p99",
  "bare p99",
  "target",
  "reached",
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

function formatCells(row: Row): string[] {
  const { what, bare, ours, ratio, target } = row;
  const formattedTarget = target
    ? `${target.limit === "least" ? "≥" : "≤"} ${target.value}${target.unit}`
    : "";
  const processor = row.processor === undefined ? "" : `${(row.processor * 100).toFixed(0)} %`;
  const reached = { true: "yes", false: "no", undefined: "" }[`${isReached(row)}`];
  return [
    what,
    bare,
    ours,
    ratio,
    processor,
    formatMilliseconds(row.p50),
    formatMilliseconds(row.p99),
    formatMilliseconds(row.bareP99),
    formattedTarget,
    reached,
  ];
}

function formatMilliseconds(milliseconds: number | undefined): string {
  return milliseconds === undefined ? "" : `${milliseconds.toFixed(1)} ms`;
}
