import { expect, test } from "vitest";
import { splitByHeading } from "./headings.ts";

const text =
  "Hello.\n\n## Asking\n\n### Who?\n\nYou.\n\n### When?\n\n- Now\n- Later\n\n## Rest\n\nEnd.\n";

test("SHELL-26 a text is split by its headings of one level, and each part by those of the next level", () => {
  const [first, second, ...others] = splitByHeading(text, "##");
  expect(others).toEqual([]);
  expect(second).toEqual({ title: "Rest", text: "End." });
  expect(splitByHeading(first!.text, "###")).toEqual([
    { title: "Who?", text: "You." },
    { title: "When?", text: "- Now\n- Later" },
  ]);
});

test("SHELL-26 a text without headings has no parts", () => {
  expect(splitByHeading("No heading at all.", "##")).toEqual([]);
});
