import { expect, test } from "vitest";
import { getKnownAddress } from "./entry-server.tsx";

test.each([
  ["/ja/yui?page=2", "/ja/yui?page=2"],
  ["/ja/yui?utm_source=x&page=2&utm_source=y", "/ja/yui?page=2"],
  ["/ja/yui?page=02", "/ja/yui?page=2"],
  ["/ja/yui?page=1", "/ja/yui"],
  ["/ja/yui?page=abc&tab=send", "/ja/yui"],
  ["/ja/yui?message=1", "/ja/yui?message=1"],
  ["/ja/yui?message=2", "/ja/yui"],
  ["/ja/q/AAAA?type=choose&page=3&z=1", "/ja/q/AAAA?type=choose&page=3"],
  ["/ja/me/friends?tab=follows&page=2", "/ja/me/friends?page=2&tab=follows"],
  ["/ja/hp?app_faq=1", "/ja/hp?app_faq=1"],
  ["/ja/itr?service=nowhere", "/ja/itr"],
  ["/ja/acc/login?next=%2Fja%2Fbox", "/ja/acc/login?next=%2Fja%2Fbox"],
  ["/ja/acc/login?next=//evil.example", "/ja/acc/login"],
  ["/ja/acc/login?next=/ja/box#x", "/ja/acc/login?next=%2Fja%2Fbox"],
  ["/ja?a=b", "/ja"],
  ["/ja/nowhere/at/all?x=%", "/ja/unknown/address"],
  ["/en/box/nowhere", "/en/unknown/address"],
  ["/en/yui/", "/en/yui/"],
  ["/nowhere/at/all", "/nowhere/at/all"],
  ["/ja/yui?__proto__=1&constructor=2", "/ja/yui"],
])("SAFE-10 the address %s has the cache key %s", (url, known) => {
  expect(getKnownAddress(url)).toBe(known);
  expect(getKnownAddress(known)).toBe(known);
});
