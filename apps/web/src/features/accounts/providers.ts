import { linkOnlyProviders, type Provider } from "@toibako/contract/accounts.ts";
import type { Locale } from "@toibako/contract/locales.ts";

const chineseLocales: readonly Locale[] = ["zh-CN", "zh-TW"];

interface PageReader {
  locale: Locale;
  isSignedIn: boolean;
}

/** Whether pages offer a reader to sign in with a provider; Weibo is offered to visitors only. */
function isSignInOffered(provider: Provider, { locale, isSignedIn }: PageReader): boolean {
  if (linkOnlyProviders.includes(provider)) return false;
  if (provider === "kakao") return locale === "ko";
  if (provider === "weibo") return chineseLocales.includes(locale) && !isSignedIn;
  return true;
}

/** The configured providers that pages offer for signing in. */
export function listSignInProviders(configured: readonly Provider[], reader: PageReader) {
  return configured.filter((provider) => isSignInOffered(provider, reader));
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
      isSignInOffered(provider, { locale, isSignedIn: true }),
  );
  return [...new Set([...offered, ...linked])];
}
