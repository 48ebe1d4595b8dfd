import { providers } from "@toibako/contract/accounts.ts";
import { locales } from "@toibako/contract/locales.ts";
import { expect, test } from "vitest";
import { listLinkableProviders, listSignInProviders } from "./providers.ts";

const offeredEverywhere = ["twitter", "facebook", "google"];

test("AUTH-07 Kakao is offered in Korean, and Weibo in Chinese to signed-out viewers", () => {
  for (const locale of locales) {
    const localProviders = { ko: ["kakao"], "zh-CN": ["weibo"], "zh-TW": ["weibo"] };
    const local = localProviders[locale as keyof typeof localProviders] ?? [];
    expect(listSignInProviders(providers, { locale, isSignedIn: false }), locale).toEqual([
      ...offeredEverywhere,
      ...local,
    ]);
    const remaining = local.filter((provider) => provider !== "weibo");
    expect(listSignInProviders(providers, { locale, isSignedIn: true }), locale).toEqual([
      ...offeredEverywhere,
      ...remaining,
    ]);
  }
});

test("AUTH-08 a provider that is not configured is not offered", () => {
  expect(listSignInProviders([], { locale: "ko", isSignedIn: false })).toEqual([]);
  expect(listSignInProviders(["google", "instagram"], { locale: "ja", isSignedIn: false })).toEqual(
    ["google"],
  );
});

test("SET-03 a linked provider is listed, so that it can be unlinked, even if the page doesn't offer it", () => {
  expect(listLinkableProviders(providers, ["weibo"], "ja")).toEqual([
    ...offeredEverywhere,
    "instagram",
    "weibo",
  ]);
  expect(listLinkableProviders([], ["google"], "ja")).toEqual(["google"]);
});
