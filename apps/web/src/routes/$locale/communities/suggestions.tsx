import { createFileRoute, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { requireSession } from "#features/accounts/queries.ts";
import { joinedCommunitiesQuery, otherCommunitiesQuery } from "#features/communities/queries.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { validateNextSearch } from "#lib/page/search.ts";
import { Suggestions } from "#widgets/communities/suggestions.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";
import { AccountAside } from "#widgets/profile/account-aside.tsx";

export const Route = createFileRoute("/$locale/communities/suggestions")({
  validateSearch: validateNextSearch,
  beforeLoad: requireSession,
  loader: ({ context: { queryClient } }) =>
    prefetchLists(queryClient, otherCommunitiesQuery(1), joinedCommunitiesQuery()),
  head: ({ params: { locale } }) =>
    buildPageHead({
      locale,
      title: getTexts(locale).t("communities.suggestions_title"),
      noindex: true,
    }),
  component: SuggestionsPage,
});

function SuggestionsPage() {
  const { t, locale } = useTexts();
  const { next = `/${locale}/communities` } = Route.useSearch();
  const router = useRouter();
  const [ticked, setTicked] = useState<string[]>([]);
  return (
    <ShellPage title={t("communities.suggestions_title")} aside={<AccountAside />}>
      <p className="-mt-3 mb-5 text-sm text-ink-2">{t("communities.suggestions_text")}</p>
      <Suggestions ticked={ticked} onTick={setTicked} onDone={() => router.history.push(next)} />
    </ShellPage>
  );
}
