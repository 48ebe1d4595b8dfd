import { createFileRoute, notFound } from "@tanstack/react-router";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { areCommunitiesBuilt } from "#lib/page/built.ts";
import { buildPageHead } from "#lib/page/head.ts";
import { ComingSoonPage } from "#widgets/page/coming-soon.tsx";

export const Route = createFileRoute("/$locale/communities/")({
  beforeLoad: () => {
    if (!areCommunitiesBuilt) throw notFound();
  },
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("shell.communities"), noindex: true }),
  component: Communities,
});

function Communities() {
  const { t } = useTexts();
  const user = useCurrentUser();
  return (
    <ComingSoonPage title={t("shell.communities")} heading={t("shell.communities_title")}>
      {t(user ? "shell.communities_text" : "shell.communities_visitor_text")}
    </ComingSoonPage>
  );
}
