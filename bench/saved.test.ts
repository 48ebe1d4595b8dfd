import { expect, test } from "vitest";
import { atLeast, createFigure, mergeTurns } from "./report.ts";
import { readDocument, readSavedRun, writeFigures } from "./saved.ts";

test("a row is the median of its turns, with their spread", () => {
  const turns = [71, 90, 60].map((value) => [createFigure("rate", value, atLeast(70, " %"))]);
  expect(mergeTurns(turns)).toMatchObject([{ value: 71, lowest: 60, highest: 90 }]);
});

test("docs/performance.md shows the saved run", () => {
  const document = readDocument();
  expect(writeFigures(document, readSavedRun())).toBe(document);
});
