import { createFileRoute, redirect } from "@tanstack/react-router";
import { currentUserQuery, readUser } from "#features/accounts/queries.ts";
import { sampleCommunitiesQuery, sampleQuestionsQuery } from "#features/communities/queries.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { AllCommunitiesLink } from "#widgets/communities/links.tsx";
import { SampleCommunities } from "#widgets/communities/sample-communities.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";
import { AccountAside } from "#widgets/profile/account-aside.tsx";

export const Route = createFileRoute("/$locale/communities/samples")({
  staticData: { isSameForVisitors: true },
  beforeLoad: async ({ context: { queryClient }, params }) => {
    const user = readUser(await queryClient.ensureQueryData(currentUserQuery()));
    if (user) throw redirect({ to: "/$locale/communities", params });
  },
  loader: ({ context: { queryClient } }) =>
    prefetchLists(queryClient, sampleCommunitiesQuery(), sampleQuestionsQuery()),
  head: ({ params: { locale }, match }) => {
    const { t } = getTexts(locale);
    return buildPageHead({
      locale,
      title: t("communities.samples_title"),
      description: t("communities.samples_text"),
      image: {
        url: `${match.context.public_url}/cards/site/${locale}.png`,
        alt: t("communities.samples_title"),
      },
    });
  },
  component: Samples,
});

function Samples() {
  const { t } = useTexts();
  return (
    <ShellPage title={t("communities.samples_title")} aside={<AccountAside />}>
      <p className="-mt-3 mb-5 text-sm text-ink-2">{t("communities.samples_text")}</p>
      <SampleCommunities />
      <p className="pt-5 text-center">
        <AllCommunitiesLink />
      </p>
    </ShellPage>
  );
}
