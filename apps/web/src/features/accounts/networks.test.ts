import { providers } from "@toibako/contract/accounts.ts";
import { locales } from "@toibako/contract/locales.ts";
import { expect, test } from "vitest";
import { linkable, waysIn } from "./networks.ts";

const everywhere = ["twitter", "facebook", "google"];

test("AUTH-07 Kakao is offered in Korean, Weibo in Chinese to who is not signed in", () => {
  for (const locale of locales) {
    const more = { ko: ["kakao"], "zh-CN": ["weibo"], "zh-TW": ["weibo"] };
    const own = more[locale as keyof typeof more] ?? [];
    expect(waysIn(providers, locale, false), locale).toEqual([...everywhere, ...own]);
    const signed_in = own.filter((provider) => provider !== "weibo");
    expect(waysIn(providers, locale, true), locale).toEqual([...everywhere, ...signed_in]);
  }
});

test("AUTH-08 what is not configured is not offered", () => {
  expect(waysIn([], "ko", false)).toEqual([]);
  expect(waysIn(["google", "instagram"], "ja", false)).toEqual(["google"]);
});

test("SET-03 what was linked can be unlinked wherever one is", () => {
  expect(linkable(providers, ["weibo"], "ja")).toEqual([...everywhere, "instagram", "weibo"]);
  expect(linkable([], ["google"], "ja")).toEqual(["google"]);
});
