import { expect, test } from "vitest";
import { hasMoreValues, toOwnAddress, toPathAndQuery } from "./request-target.ts";

test.each([
  ["/ja/yui?page=2", "/ja/yui?page=2"],
  ["http://evil.example/ja", "/ja"],
  ["HTTPS://user@evil.example:8/ja?x#y", "/ja?x#y"],
  ["http://evil.example", "/"],
  ["http://evil.example?x=1", "/?x=1"],
  ["http://evil.example//other.example/ja", "/other.example/ja"],
  ["//evil.example/ja", "/evil.example/ja"],
  ["/\\evil.example", "/evil.example"],
  ["\\\\evil.example", "/evil.example"],
  ["evil.example:443", "/evil.example:443"],
  ["*", "/*"],
  ["", "/"],
  ["/ja?next=http://evil.example/", "/ja?next=http://evil.example/"],
])("the request target %s is read as the path %s", (target, path) => {
  expect(toPathAndQuery(target)).toBe(path);
});

test.each([
  ["/ja/yui", "/ja/yui"],
  ["https://box.example/ja", "https://box.example/ja"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["/\t/evil.example", "/"],
  ["https://evil.example/", "/"],
  ["javascript:alert(1)", "/"],
])("a redirect to %s leads to %s", (address, allowed) => {
  expect(toOwnAddress(address, "https://box.example")).toBe(allowed);
});

test("hasMoreValues counts values at every depth", () => {
  const nested = { a: [1, 2, { b: null, c: [3] }], d: "text" };
  expect(hasMoreValues(nested, 8)).toBe(false);
  expect(hasMoreValues(nested, 7)).toBe(true);
  for (const plain of [undefined, null, "text", 1, [], {}])
    expect(hasMoreValues(plain, 0)).toBe(false);
});
