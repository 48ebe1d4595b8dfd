import { expect, test } from "vitest";
import { partsOf } from "./parts.ts";

const text =
  "Hello.\n\n## Asking\n\n### Who?\n\nYou.\n\n### When?\n\n- Now\n- Later\n\n## Rest\n\nEnd.\n";

test("SHELL-26 a text is divided by its headings, level by level", () => {
  const [asking, rest, ...none] = partsOf(text, "##");
  expect(none).toEqual([]);
  expect(rest).toEqual({ title: "Rest", text: "End." });
  expect(partsOf(asking!.text, "###")).toEqual([
    { title: "Who?", text: "You." },
    { title: "When?", text: "- Now\n- Later" },
  ]);
});

test("SHELL-26 a text without headings has no parts", () => {
  expect(partsOf("No heading at all.", "##")).toEqual([]);
});
