import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { getDateTag } from "@toibako/contract/dates.ts";
import { HelpContents } from "#features/help/components/help-contents.tsx";
import { CountryLines } from "#features/help/components/help-lines.tsx";
import { helpLinesQuery } from "#features/help/queries/pages.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { HeartsDrawing } from "#ui/drawings/hearts.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";

export const Route = createFileRoute("/$locale/help_lines")({
  staticData: { isSameForVisitors: true },
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(helpLinesQuery());
  },
  head: ({ params: { locale } }) => {
    const { t } = getTexts(locale);
    return buildPageHead({
      locale,
      title: t("help.lines_title"),
      description: t("help.lines_lead"),
    });
  },
  component: HelpLinesPage,
});

function HelpLinesPage() {
  const { t, locale } = useTexts();
  const { countries, directory, compiled_on } = useSuspenseQuery(helpLinesQuery()).data;
  // First the countries where the language of the page is spoken. Both lists keep the order of help-lines.json.
  const countriesOfLocale = countries.filter(({ locales }) => locales.includes(locale));
  const otherCountries = countries.filter((country) => !countriesOfLocale.includes(country));
  return (
    <ShellPage title={t("help.lines_title")} drawing={<HeartsDrawing />} aside={<HelpContents />}>
      <p className="mb-2">{t("help.lines_lead")}</p>
      <p className="mb-5 font-semibold">{t("help.lines_danger")}</p>
      <div className="grid grid-cols-1 gap-4">
        {countriesOfLocale.map((country) => (
          <CountryLines key={country.country} {...country} heading={2} />
        ))}
      </div>
      <h2 className="mt-8 mb-3 text-lg">{t("help.lines_others")}</h2>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {otherCountries.map((country) => (
          <CountryLines key={country.country} {...country} heading={3} />
        ))}
      </div>
      <p className="mt-5">
        {t.rich(
          "help.lines_elsewhere",
          {},
          {
            directory: () => (
              <a
                href={directory.url}
                rel="noreferrer"
                className="font-semibold text-brand underline underline-offset-4"
              >
                {directory.name}
              </a>
            ),
          },
        )}
      </p>
      <p className="mt-2 text-sm text-ink-2">
        {t.rich("help.lines_compiled", { day: <Day date={compiled_on} /> }, {})}
      </p>
    </ShellPage>
  );
}

/** Formats a calendar day such as `2026-11-22`. */
function Day({ date }: { date: string }) {
  const { locale } = useTexts();
  const format = new Intl.DateTimeFormat(getDateTag(locale), {
    dateStyle: "long",
    timeZone: "UTC",
  });
  return (
    // The browser may format the date differently from the server, which would be a hydration error.
    <time dateTime={date} suppressHydrationWarning>
      {format.format(new Date(date))}
    </time>
  );
}
