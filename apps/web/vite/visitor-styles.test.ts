import { expect, test } from "vitest";
import { removeUtilities } from "./visitor-styles.ts";

test("utilities whose classes are not named are removed, also within media queries", () => {
  const css = [
    "@layer base{a{color:inherit}.base{margin:0}}",
    "@layer utilities{",
    ".flex{display:flex}",
    ".hidden{display:none}",
    ".p-1\\.5{padding:6px}",
    ".group-hover\\/nav\\:flex:is(:where(.group\\/nav):hover *){display:flex}",
    "@media (min-width:80rem){.xl\\:flex{display:flex}.xl\\:hidden{display:none}}",
    "@media print{.print\\:hidden{display:none}}",
    "}",
    ".own{margin:1px}",
  ].join("");
  expect(removeUtilities(css, new Set(["flex", "p-1.5", "group/nav", "xl:flex"]))).toBe(
    [
      "@layer base{a{color:inherit}.base{margin:0}}",
      "@layer utilities{",
      ".flex{display:flex}",
      ".p-1\\.5{padding:6px}",
      "@media (min-width:80rem){.xl\\:flex{display:flex}}",
      "}",
      ".own{margin:1px}",
    ].join(""),
  );
});

test("nested rules are kept or removed with the rule that contains them", () => {
  const css = "@layer utilities{.link{color:red;&:hover{color:blue}}.\\32 xl{width:1px}}";
  expect(removeUtilities(css, new Set(["link"]))).toBe(
    "@layer utilities{.link{color:red;&:hover{color:blue}}}",
  );
  expect(removeUtilities(css, new Set(["2xl"]))).toBe("@layer utilities{.\\32 xl{width:1px}}");
});
