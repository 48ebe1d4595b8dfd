import { expect, test } from "vitest";
import { buildPictureName } from "./picture-name.ts";

test("FEEL-03 the name of a picture says what it shows, without characters that file names can't contain", () => {
  expect(buildPictureName("みな", "散歩は好き？", "縦長")).toBe(
    "Toibako - みな - 散歩は好き？ - 縦長.png",
  );
  expect(buildPictureName("a/b\\c", 'Tea: or\n"coffee"?')).toBe(
    "Toibako - a b c - Tea or coffee.png",
  );
  expect(buildPictureName("", "x".repeat(100)).length).toBeLessThan(60);
});
