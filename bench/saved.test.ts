import { expect, test } from "vitest";
import { atLeast, atMost, createFigure, type Figure, mergeTurns } from "./report.ts";
import {
  formatConditions,
  type RunConditions,
  readDocument,
  readSavedRun,
  writeFigures,
} from "./saved.ts";

const conditions: RunConditions = {
  measured_on: "2026-11-22",
  cores: 2,
  processor: "one",
  node: "24",
  postgres: "15",
  load: 0.1,
  seconds: 4,
};

/** Creates a run whose rows have these names; each row is measured in three turns, with one value in each. */
const createRun = (values: Record<string, number[]>, changed: Partial<RunConditions> = {}) => {
  const create = (what: string, value: number): Figure =>
    createFigure(what, value, what === "rate" ? atLeast(70, " %") : atMost(2, " ms"));
  const turns = [0, 1, 2].map((turn) =>
    Object.entries(values).map(([what, turnValues]) => create(what, turnValues[turn] ?? NaN)),
  );
  return { conditions: { ...conditions, ...changed }, rows: mergeTurns(turns) };
};

test("a row is the median of its turns, with their spread", () => {
  const [row] = createRun({ rate: [71, 90, 60] }).rows;
  expect(row).toMatchObject({ value: 71, lowest: 60, highest: 90 });
});

test("a run on a busy machine says so", () => {
  expect(formatConditions({ ...conditions, load: 3 })).toContain("busy");
  expect(formatConditions(conditions)).not.toContain("busy");
});

test("docs/performance.md shows the saved run", () => {
  const document = readDocument();
  expect(writeFigures(document, readSavedRun())).toBe(document);
});
