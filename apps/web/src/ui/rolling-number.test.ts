import { expect, test } from "vitest";
import { compareDigits } from "./rolling-number.tsx";

test("FEEL-02 digits are paired from the right, so that only those that changed roll", () => {
  expect(compareDigits("24", "25")).toEqual([
    ["2", "2"],
    ["4", "5"],
  ]);
  expect(compareDigits("9", "10")).toEqual([
    [" ", "1"],
    ["9", "0"],
  ]);
  expect(compareDigits("1,000", "999")).toEqual([
    ["0", "9"],
    ["0", "9"],
    ["0", "9"],
  ]);
});
