import { getLanguageTag, type Locale } from "@toibako/contract/locales.ts";
import { createContext, type ReactElement, type ReactNode, useContext } from "react";
import type { Texts } from "../../locales.gen.ts";
import { getCatalog } from "./catalogs.ts";
import { memoize } from "./memoize.ts";
import { format } from "./message.ts";
import { type Chunks, renderRichText } from "./rich-text.tsx";

export type TextKey = keyof Texts;
type Values<K extends TextKey> = Texts[K] extends undefined ? [] : [values: Texts[K]];
/** In rich texts, values may be React elements. */
type RichValues<K extends TextKey> = { [N in keyof Texts[K]]: Texts[K][N] | ReactNode };

export interface Translate {
  <K extends TextKey>(key: K, ...values: Values<K>): string;
  /** For texts with tags such as `<link>…</link>`; `chunks` has a function for each tag. */
  rich<K extends TextKey>(key: K, values: RichValues<K>, chunks: Chunks): ReactElement;
}

export interface TextsOfLocale {
  t: Translate;
  locale: Locale;
  /** The language tag for `lang` and Intl: `de` for the locale `dt`. */
  tag: string;
}

/** Returns the texts of a locale, for code outside of components such as a route's `head`. */
export const getTexts = memoize((locale: Locale): TextsOfLocale => {
  const tag = getLanguageTag(locale);
  const find = (key: TextKey) => getCatalog(locale)[key] ?? reportMissingText(key);
  const t: Translate = (key, ...[values]) => format(find(key), values, tag);
  t.rich = (key, values, chunks) => renderRichText(find(key), values, tag, chunks);
  return { t, locale, tag };
});

/** Returns the key, to be shown in place of the text. The reported error makes browser tests fail. */
function reportMissingText(key: TextKey): string {
  globalThis.reportError?.(new Error(`The text ${key} is not loaded`));
  return key;
}

const LocaleContext = createContext<Locale | undefined>(undefined);

export function I18nProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  return <LocaleContext value={locale}>{children}</LocaleContext>;
}

export function useTexts(): TextsOfLocale {
  const locale = useContext(LocaleContext);
  if (!locale) throw new Error("useTexts needs an I18nProvider above");
  return getTexts(locale);
}
