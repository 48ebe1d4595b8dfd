import { expect, test } from "vitest";
import { splitAtAddresses } from "./addresses.ts";

const listAddresses = (text: string) =>
  splitAtAddresses(text).flatMap(({ address }) => (address ? [address.href] : []));

test("addresses end before punctuation and before letters that addresses don't contain", () => {
  expect(listAddresses("See https://example.com/a?b=1#c.")).toEqual([
    "https://example.com/a?b=1#c",
  ]);
  expect(listAddresses("https://example.com/ページを見て")).toEqual(["https://example.com/"]);
  expect(listAddresses("（https://example.com/a）と(http://example.org/b_(c))。")).toEqual([
    "https://example.com/a",
    "http://example.org/b_(c)",
  ]);
  expect(listAddresses("HTTPS://EXAMPLE.COM, https://example.org!")).toEqual([
    "https://example.com/",
    "https://example.org/",
  ]);
});

test("only addresses of pages are links", () => {
  for (const text of [
    "javascript:alert(1)",
    "data:text/html,x",
    "ftp://example.com",
    "https://",
    "http://localhost/x",
    "https://[",
    "example.com",
    "xhttps://example.com",
  ]) {
    expect(listAddresses(text), text).toEqual([]);
  }
});

test("the parts together are the text", () => {
  for (const text of ["", "no address", "a https://example.com b https://example.org."]) {
    expect(
      splitAtAddresses(text)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
  }
});

test("an address that hides its host in a user name leads to the real host", () => {
  const [part] = splitAtAddresses("https://bank.example@evil.example/login");
  expect(part?.address?.hostname).toBe("evil.example");
});

test("a text of brackets or of many addresses is split too", () => {
  expect(splitAtAddresses(`https://a.b/${")".repeat(16_000)}`)).toHaveLength(2);
  expect(splitAtAddresses("https://a.b ".repeat(1_000))).toHaveLength(2_000);
});
