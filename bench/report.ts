import type { Figures, Versus } from "./load.ts";

/** One line of the report; `value` is what the aim speaks of. */
export interface Row {
  what: string;
  bare: string;
  ours: string;
  value: number;
  shown: string;
  /** The same ratio in processor time for one answer, which other processes disturb less. */
  processor?: number;
  p50?: number;
  p99?: number;
  bare_p99?: number;
  aim?: Aim;
}

export interface Aim {
  at: "least" | "most";
  figure: number;
  unit: string;
}

export const atLeast = (figure: number, unit = ""): Aim => ({ at: "least", figure, unit });
export const atMost = (figure: number, unit = ""): Aim => ({ at: "most", figure, unit });

/** Answers a second beside the bare limit's. */
export function compared(what: string, { ours, bare, ratio }: Versus, aim: Aim): Row {
  const times = { p50: ours.p50, p99: ours.p99, bare_p99: bare.p99 };
  const value = ratio.rate * 100;
  const shown = `${value.toFixed(0)} %`;
  return { what, ...rates(ours, bare), value, shown, processor: ratio.processor, ...times, aim };
}

function rates(ours: Figures, bare: Figures) {
  return { ours: `${ours.rate.toFixed(0)}/s`, bare: `${bare.rate.toFixed(0)}/s` };
}

/** Something that stands for itself. */
export function single(what: string, value: number, aim: Aim | undefined, digits = 0): Row {
  const shown = `${value.toFixed(digits)}${aim?.unit ?? ""}`;
  return { what, bare: "", ours: shown, value, shown: "", ...(aim && { aim }) };
}

export function isReached({ value, aim }: Row): boolean | undefined {
  if (aim === undefined) return undefined;
  return aim.at === "least" ? value >= aim.figure : value <= aim.figure;
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
  "aim",
  "reached",
];

/** The table as text, in columns. */
export function table(rows: readonly Row[]): string {
  const lines = [columns, ...rows.map(cells)];
  const widths = columns.map((_, n) => Math.max(...lines.map((line) => line[n]?.length ?? 0)));
  const text = lines.map((line) => line.map((cell, n) => aligned(cell, n, widths[n])).join("  "));
  return text.map((line) => line.trimEnd()).join("\n");
}

function aligned(cell: string, column: number, width = 0): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

function cells(row: Row): string[] {
  const { what, bare, ours, shown, aim } = row;
  const limit = aim ? `${aim.at === "least" ? "≥" : "≤"} ${aim.figure}${aim.unit}` : "";
  const processor = row.processor === undefined ? "" : `${(row.processor * 100).toFixed(0)} %`;
  const reached = { true: "yes", false: "no", undefined: "" }[`${isReached(row)}`];
  return [
    what,
    bare,
    ours,
    shown,
    processor,
    time(row.p50),
    time(row.p99),
    time(row.bare_p99),
    limit,
    reached,
  ];
}

function time(milliseconds: number | undefined): string {
  return milliseconds === undefined ? "" : `${milliseconds.toFixed(1)} ms`;
}
