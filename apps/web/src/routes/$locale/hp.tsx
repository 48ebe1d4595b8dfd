import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { Faq, FoldedGroup } from "#features/help/components/faq.tsx";
import { HelpLinesCard, SupportCard } from "#features/help/components/help-cards.tsx";
import { HelpContents } from "#features/help/components/help-contents.tsx";
import { pageQuery } from "#features/help/queries/pages.ts";
import { WhatIsSeen } from "#features/questions/components/what-is-seen.tsx";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { NotFoundDrawing } from "#ui/drawings/not-found.tsx";
import { Card } from "#ui/surfaces/card.tsx";
import { Disclosure } from "#ui/surfaces/disclosure.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";

export const Route = createFileRoute("/$locale/hp")({
  staticData: { isSameForVisitors: true },
  // Apps that embed this page set `app_faq`; they have their own link to the support.
  validateSearch: ({ app_faq }: { app_faq?: unknown }): { app_faq?: "1" | undefined } => ({
    app_faq: app_faq === "1" ? "1" : undefined,
  }),
  loader: async ({ context, params: { locale } }) => {
    await context.queryClient.ensureQueryData(pageQuery(locale, "faq"));
  },
  head: ({ params: { locale } }) => {
    const { t } = getTexts(locale);
    return buildPageHead({ locale, title: t("help.hp"), description: t("help.hp_lead") });
  },
  component: Help,
});

function Help() {
  const { t, locale } = useTexts();
  const { app_faq } = Route.useSearch();
  const { data } = useSuspenseQuery(pageQuery(locale, "faq"));
  return (
    <ShellPage title={t("help.hp")} drawing={<NotFoundDrawing />} aside={<HelpContents />}>
      <p className="mb-5 text-ink-2">{t("help.hp_lead")}</p>
      <div className="grid gap-8">
        <Faq text={data} />
        <section id="anonymity" className="scroll-mt-20">
          <h2 className="mb-3 text-lg">{t("questions.seen_help_title")}</h2>
          <Card>
            <WhatIsSeen isSignedIn={false} />
          </Card>
        </section>
        <HelpLinesCard />
        <FoldedGroup title={t("help.licences")}>
          <Disclosure look="row" title={t("help.geo_title")}>
            <p className="my-3">{t("help.geo_text")}</p>
            <p lang="en" className="my-3 border-l-4 border-line pl-4 text-sm">
              This product includes GeoLite2 Data created by MaxMind, available from{" "}
              <a
                href="https://www.maxmind.com"
                rel="noreferrer"
                className="text-brand underline underline-offset-4"
              >
                https://www.maxmind.com
              </a>
              .
            </p>
          </Disclosure>
        </FoldedGroup>
        {!app_faq && <SupportCard />}
      </div>
    </ShellPage>
  );
}
