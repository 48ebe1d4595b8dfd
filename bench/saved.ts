// The last saved run: bench/results.json, and the table in docs/performance.md that is made of it.
import { readFileSync, writeFileSync } from "node:fs";
import { formatTable, isReached, type Row } from "./report.ts";

export interface SavedRun {
  /** A sentence on how and where the run was measured. */
  conditions: string;
  rows: Row[];
}

const resultsFile = new URL("results.json", import.meta.url);
const documentFile = new URL("../docs/performance.md", import.meta.url);
const beginMark = "<!-- Written by `npm run bench -- --save` from bench/results.json. -->";
const endMark = "<!-- End of what was written. -->";

export const readSavedRun = () => JSON.parse(readFileSync(resultsFile, "utf8")) as SavedRun;

/** Saves a run, and writes its table into the document. */
export function saveRun({ conditions, rows }: SavedRun): void {
  const results = rows.map((row) => ({ ...row, is_reached: isReached(row) }));
  writeFileSync(resultsFile, `${JSON.stringify({ conditions, rows: results }, null, 2)}\n`);
  writeFileSync(documentFile, writeFigures(readDocument(), { conditions, rows }));
}

export const readDocument = (): string => readFileSync(documentFile, "utf8");

/** Replaces the figures in a document. */
export function writeFigures(document: string, { conditions, rows }: SavedRun): string {
  const [before, after] = [document.indexOf(beginMark), document.indexOf(endMark)];
  if (before < 0 || after < before) throw new Error("docs/performance.md lacks its marks");
  const head = document.slice(0, before + beginMark.length);
  return `${head}\n\n${conditions}\n\n${formatTable(rows)}\n\n${document.slice(after)}`;
}
