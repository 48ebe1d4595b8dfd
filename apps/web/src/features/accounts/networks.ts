import { linkOnlyProviders, type Provider } from "@toibako/contract/accounts.ts";
import type { Locale } from "@toibako/contract/locales.ts";

const chinese: readonly Locale[] = ["zh-CN", "zh-TW"];

/** Of the configured networks those by which one signs in on a page of this language. */
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

/** Those that can be linked there; what is linked already is shown whatever it is. */
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
