import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { GuideLinks } from "#features/help/components/guide-links.tsx";
import { HelpContents } from "#features/help/components/help-contents.tsx";
import { PasteLink, SiteGuide } from "#features/help/components/site-guide.tsx";
import { findLinkSite, type LinkSite, siteGuidesQuery } from "#features/help/queries/pages.ts";
import { getTexts, type Translate, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { ProfileAddress } from "#widgets/page/profile-address.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";

export const Route = createFileRoute("/$locale/itr")({
  staticData: { isSameForVisitors: true },
  // An unknown site is left out, so that the page lists all sites.
  validateSearch: ({ service }: { service?: unknown }): { service?: LinkSite | undefined } => ({
    service: findLinkSite(service),
  }),
  loader: async ({ context, params: { locale } }) => {
    await context.queryClient.ensureQueryData(siteGuidesQuery(locale));
  },
  head: ({ params: { locale }, match }) => {
    const { t } = getTexts(locale);
    const { service } = match.search;
    const title = service ? getTitle(t, service) : t("help.itr");
    return buildPageHead({ locale, title, description: t("help.itr_lead") });
  },
  component: WhereToPaste,
});

function WhereToPaste() {
  const { t, locale } = useTexts();
  const { service } = Route.useSearch();
  const { data } = useSuspenseQuery(siteGuidesQuery(locale));
  const user = useCurrentUser();
  if (!service) {
    return (
      <ShellPage title={t("help.itr")} drawing={<LetterArrivingDrawing />} aside={<HelpContents />}>
        <p className="running-text mb-5 text-ink-2">{t("help.itr_lead")}</p>
        <GuideLinks />
      </ShellPage>
    );
  }
  return (
    <ShellPage
      title={getTitle(t, service)}
      drawing={<LetterArrivingDrawing />}
      aside={<HelpContents />}
    >
      <div className="grid gap-6">
        <article className="rounded-sheet bg-surface px-5 py-6 shadow-e2 sm:px-8 sm:py-8">
          <SiteGuide text={data} site={service} />
        </article>
        <PasteLink ownAddress={user && <ProfileAddress account={user.account} />} />
        <section>
          <h2 className="mb-3 text-lg">{t("help.itr_others")}</h2>
          <GuideLinks except={service} />
        </section>
      </div>
    </ShellPage>
  );
}

function getTitle(t: Translate, service: LinkSite): string {
  if (service === "toibako") return t("help.itr_toibako_title");
  return t("help.itr_title", { service: t(`help.service_${service}`) });
}
