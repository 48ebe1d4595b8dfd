import { linkOnlyProviders, type Provider } from "@toibako/contract/accounts.ts";
import type { Locale } from "@toibako/contract/locales.ts";

const chinese: readonly Locale[] = ["zh-CN", "zh-TW"];

/** The configured providers that a page in this language offers for signing in; Weibo only to visitors. */
export function listSignInProviders(
  configured: readonly Provider[],
  locale: Locale,
  isSignedIn: boolean,
) {
  return configured.filter((provider) => {
    if (linkOnlyProviders.includes(provider)) return false;
    if (provider === "kakao") return locale === "ko";
    if (provider === "weibo") return chinese.includes(locale) && !isSignedIn;
    return true;
  });
}

/** The providers that can be linked on a page in this language, and those that are linked already. */
export function listLinkableProviders(
  configured: readonly Provider[],
  linked: readonly Provider[],
  locale: Locale,
) {
  const offered = configured.filter(
    (provider) =>
      linkOnlyProviders.includes(provider) ||
      listSignInProviders([provider], locale, true).length > 0,
  );
  return [...new Set([...offered, ...linked])];
}
