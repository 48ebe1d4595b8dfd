import { getLanguageTag, localeNames, locales } from "@toibako/contract/locales.ts";
import { Languages } from "lucide-react";
import { replaceLocale } from "#lib/i18n/locale.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useShownAddress } from "#lib/page/unknown-address.ts";
import { cx } from "#ui/cx.ts";

/** Links to this page in each language. They load a whole page, because cached data contains texts in one language. */
export function LanguageLinks({ hasIcon = true }: { hasIcon?: boolean }) {
  const { locale } = useTexts();
  const address = useShownAddress();
  return (
    <div className="flex items-start gap-1">
      {hasIcon && <Languages size={20} className="mt-3 shrink-0 text-brand" aria-hidden="true" />}
      <ul className={cx("flex list-none flex-wrap text-sm", !hasIcon && "-mx-3")}>
        {locales.map((value) => (
          <li key={value}>
            <a
              href={replaceLocale(address, value)}
              lang={getLanguageTag(value)}
              hrefLang={getLanguageTag(value)}
              aria-current={value === locale || undefined}
              className="inline-flex min-h-11 items-center rounded-full px-3 text-ink-2 hover:bg-surface-2 hover:text-ink aria-[current]:font-bold aria-[current]:text-brand"
            >
              {localeNames[value]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
