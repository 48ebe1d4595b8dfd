import type { PublicCountName, PublicMonth } from "@toibako/contract/help.ts";
import { getLanguageTag } from "@toibako/contract/locales.ts";
import { useTexts } from "#lib/i18n/texts.tsx";

interface CountTableProps {
  title: string;
  text?: string;
  names: readonly PublicCountName[];
  months: PublicMonth[];
}

/** What was counted by month. A table that is wider than the screen is scrolled, by keyboard too. */
export function CountTable({ title, text, names, months }: CountTableProps) {
  const { t, locale } = useTexts();
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      aria-label={title}
      className="relative overflow-x-auto rounded-sheet bg-surface px-5 py-4 shadow-e2 sm:px-8 sm:py-6"
    >
      <table className="w-full text-sm tabular-nums">
        <caption className="running-text mb-3 text-left">
          <span className="block text-lg font-bold">{title}</span>
          {text && <span className="block text-sm text-ink-2">{text}</span>}
        </caption>
        <thead>
          <tr className="border-b border-line align-bottom text-xs text-ink-2">
            <th scope="col" className="py-2 pr-3 text-left font-semibold">
              {t("help.transparency_month")}
            </th>
            {names.map((name) => (
              <th
                key={name}
                scope="col"
                className="py-2 pl-3 text-right font-semibold whitespace-nowrap"
              >
                {t(`help.count_${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((counted) => (
            <tr key={counted.month} className="border-b border-line last:border-0">
              <th scope="row" className="py-2 pr-3 text-left font-normal whitespace-nowrap">
                {counted.formatted_month}
              </th>
              {names.map((name) => (
                <td key={name} className="py-2 pl-3 text-right">
                  {counted[name].toLocaleString(getLanguageTag(locale))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
