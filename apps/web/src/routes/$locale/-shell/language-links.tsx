import { useLocation } from "@tanstack/react-router";
import { languageTag, localeOptions } from "@toibako/contract/locales.ts";
import { Languages } from "lucide-react";
import { useTexts } from "#lib/i18n.tsx";
import { inLanguage } from "./addresses.ts";

/** This page in each language. Plain links: whatever was fetched so far speaks the old one. */
export function LanguageLinks() {
  const { locale } = useTexts();
  const { href } = useLocation();
  return (
    <div className="flex items-start gap-1">
      <Languages size={20} className="mt-3 shrink-0 text-brand" aria-hidden="true" />
      <ul className="flex list-none flex-wrap text-sm">
        {localeOptions.map(({ value, label }) => (
          <li key={value}>
            <a
              href={inLanguage(href, value)}
              lang={languageTag(value)}
              hrefLang={languageTag(value)}
              aria-current={value === locale || undefined}
              className="inline-flex min-h-11 items-center rounded-full px-3 text-ink-2 hover:bg-surface-2 hover:text-ink aria-[current]:font-bold aria-[current]:text-brand"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
