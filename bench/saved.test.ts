import { expect, test } from "vitest";
import { atLeast, atMost, createFigure, type Figure, mergeTurns } from "./report.ts";
import {
  findDifferences,
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

test("differences are named only beyond the spread of both runs", () => {
  const saved = createRun({ rate: [70, 72, 74], time: [1, 1.1, 1.2] });
  const overlapping = createRun({ rate: [60, 65, 70], time: [1.2, 1.3, 1.4] });
  expect(findDifferences(overlapping, saved)).toEqual({ worse: [], better: [] });
  const beyond = createRun({ rate: [60, 65, 69], time: [0.7, 0.8, 0.9] });
  expect(findDifferences(beyond, saved)).toEqual({
    worse: ["rate (72 → 65 %)"],
    better: ["time (1 → 1 ms)"],
  });
});

test("times of another machine are not compared", () => {
  const saved = createRun({ rate: [70, 72, 74], time: [1, 1.1, 1.2] });
  const elsewhere = createRun({ rate: [80, 81, 82], time: [3, 3, 3] }, { processor: "another" });
  expect(findDifferences(elsewhere, saved)).toEqual({ worse: [], better: ["rate (72 → 81 %)"] });
});

test("a run on a busy machine says so", () => {
  expect(formatConditions({ ...conditions, load: 3 })).toContain("busy");
  expect(formatConditions(conditions)).not.toContain("busy");
});

test("docs/performance.md shows the saved run", () => {
  const document = readDocument();
  expect(writeFigures(document, readSavedRun())).toBe(document);
});
