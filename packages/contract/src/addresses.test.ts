import { expect, test } from "vitest";
import { nextAddress } from "./addresses.ts";

test("AUTH-04 after signing in only addresses of this site are gone to", () => {
  expect(nextAddress("/ja/box?page=2#a")).toBe("/ja/box?page=2#a");
  for (const foreign of [
    undefined,
    "",
    "https://elsewhere.example/",
    "javascript:alert(1)",
    "//elsewhere.example",
    "/\\elsewhere.example",
    "/\t/elsewhere.example",
    "/\n\\elsewhere.example",
    "\\\\elsewhere.example",
    "/..//elsewhere.example",
    "/ja/../..//elsewhere.example",
    "ja/box",
  ]) {
    expect(nextAddress(foreign), String(foreign)).toBeUndefined();
  }
});
