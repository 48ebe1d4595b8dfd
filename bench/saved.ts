// The last saved run: bench/results.json, and the table in docs/performance.md that is made of it.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { columns, formatCells, isReached, type Row } from "./report.ts";

/** How and where a run was measured. */
export interface RunConditions {
  /** The day, in UTC. */
  measured_on: string;
  cores: number;
  processor: string;
  node: string;
  postgres: string;
  /** The load average of the minute before the run. */
  load: number;
  /** Seconds of each load within one turn. */
  seconds: number;
}

export interface SavedRun {
  conditions: RunConditions;
  rows: Row[];
}

const resultsFile = new URL("results.json", import.meta.url);
const documentFile = new URL("../docs/performance.md", import.meta.url);
const beginMark = "<!-- Written by `npm run bench -- --save` from bench/results.json. -->";
const endMark = "<!-- End of what was written. -->";

/** The maximum load average before a run. */
export const maxLoadAverage = 0.5;

export function readSavedRun(): SavedRun | undefined {
  if (!existsSync(resultsFile)) return undefined;
  return JSON.parse(readFileSync(resultsFile, "utf8")) as SavedRun;
}

/** Saves a run, and writes its table into the document. */
export function saveRun({ conditions, rows }: SavedRun): void {
  const results = rows.map((row) => ({ ...row, is_reached: isReached(row) }));
  writeFileSync(resultsFile, `${JSON.stringify({ conditions, rows: results }, null, 2)}\n`);
  writeFileSync(documentFile, writeFigures(readDocument(), { conditions, rows }));
}

export const readDocument = (): string => readFileSync(documentFile, "utf8");

/** Replaces the figures in a document. */
export function writeFigures(document: string, run: SavedRun | undefined): string {
  const [before, after] = [document.indexOf(beginMark), document.indexOf(endMark)];
  if (before < 0 || after < before) throw new Error("docs/performance.md lacks its marks");
  const head = document.slice(0, before + beginMark.length);
  return `${head}\n\n${formatFigures(run)}\n\n${document.slice(after)}`;
}

function formatFigures(run: SavedRun | undefined): string {
  if (run === undefined) return "No run has been saved yet.";
  const lines = [columns, ...run.rows.map(formatCells)];
  const widths = columns.map((_, n) => Math.max(...lines.map((line) => line[n]?.length ?? 0)));
  const [head = "", ...rows] = lines.map((line) => formatLine(line, widths));
  return [formatConditions(run.conditions), "", head, formatRule(widths), ...rows].join("\n");
}

/** Formats a line of a table as Biome does: the first column to the left, all others to the right. */
function formatLine(cells: readonly string[], widths: readonly number[]): string {
  const padded = cells.map((cell, n) => {
    const width = widths[n] ?? 0;
    return n === 0 ? cell.padEnd(width) : cell.padStart(width);
  });
  return `| ${padded.join(" | ")} |`;
}

function formatRule(widths: readonly number[]): string {
  const dashes = widths.map((width, n) =>
    n === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  return `| ${dashes.join(" | ")} |`;
}

export function formatConditions(conditions: RunConditions): string {
  const { measured_on, cores, processor, node, postgres, load, seconds } = conditions;
  const busy = load > maxLoadAverage ? " The machine was busy with other work." : "";
  return `Measured on ${measured_on}: ${cores} cores (${processor}), Node ${node}, PostgreSQL ${postgres}, loads of ${seconds} s, load average ${load.toFixed(2)} before the run.${busy}`;
}
