import { expect, test } from "vitest";
import { readRedirectAddress } from "./addresses.ts";

test("AUTH-04 sign-in redirects only to addresses of this site", () => {
  expect(readRedirectAddress("/ja/box?page=2#a")).toBe("/ja/box?page=2#a");
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
    `/ja/${"a".repeat(1_000)}`,
    // Encoded, each quotation mark is three characters.
    `/ja/${'"'.repeat(400)}`,
  ]) {
    expect(readRedirectAddress(foreign), String(foreign)).toBeUndefined();
  }
});
