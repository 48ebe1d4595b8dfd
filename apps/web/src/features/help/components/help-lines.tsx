import type { HelpLines } from "@toibako/contract/help.ts";
import { getLanguageTag } from "@toibako/contract/locales.ts";
import { Phone } from "lucide-react";
import { createElement } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";

type Country = HelpLines["countries"][number];

/** Phone numbers of help lines, as links that call them. */
export function LineList({ lines }: Pick<Country, "lines">) {
  return (
    <ul className="my-1 grid list-none">
      {lines.map(({ name, number }) => (
        <li key={number}>
          <a
            href={`tel:${number.replaceAll(/[^+\d]/g, "")}`}
            className="inline-flex min-h-11 max-w-full items-center gap-2 py-1 leading-snug"
          >
            <Phone size={16} className="shrink-0 text-brand" aria-hidden="true" />
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
              <span className="text-md leading-snug font-bold whitespace-nowrap text-brand underline underline-offset-4 tabular-nums">
                {number}
              </span>
              <span className="min-w-0">{name}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

interface CountryLinesProps extends Pick<Country, "country" | "lines"> {
  heading: 2 | 3;
}

/** A country's help lines, with links to the websites that the numbers are from. */
export function CountryLines({ country, lines, heading }: CountryLinesProps) {
  const { t } = useTexts();
  const sources = [...new Set(lines.map(({ source }) => source))];
  return (
    <section className="rounded-xl bg-surface px-5 py-4 shadow-e2">
      <CountryName country={country} heading={heading} />
      <LineList lines={lines} />
      <p className="text-xs text-ink-2">
        <span>{`${t("help.lines_source")} `}</span>
        {sources.map((source) => (
          <a
            key={source}
            href={source}
            rel="noreferrer"
            className="mr-2 inline-block min-h-6 underline underline-offset-2"
          >
            {new URL(source).hostname.replace(/^www\./, "")}
          </a>
        ))}
      </p>
    </section>
  );
}

function CountryName({ country, heading }: Omit<CountryLinesProps, "lines">) {
  const { locale } = useTexts();
  const names = new Intl.DisplayNames([getLanguageTag(locale)], { type: "region", style: "short" });
  // The browser's name of a country may differ from the server's, which would be a hydration error.
  const props = { className: "text-md leading-snug", suppressHydrationWarning: true };
  return createElement(`h${heading}`, props, names.of(country));
}
