import { isServer } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { communitiesBadge } from "@toibako/contract/notices.ts";
import { CircleHelp } from "lucide-react";
import { useRef } from "react";
import { currentUserQuery, readUser, useCurrentUser } from "#features/accounts/queries.ts";
import {
  communitiesQuery,
  joinedCommunitiesQuery,
  membersOfCommunitiesQuery,
  otherCommunitiesQuery,
} from "#features/communities/queries.ts";
import { useClearedBadge } from "#features/notices/queries/cleared-badge.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { SampleQuestionsLink } from "#lib/page/sample-questions-link.tsx";
import {
  getPageNumbers,
  type PageSearch,
  validatePageSearch,
  validateQuerySearch,
} from "#lib/page/search.ts";
import { Button } from "#ui/buttons/button.tsx";
import { SearchForm } from "#ui/forms/search-form.tsx";
import {
  AllCommunities,
  JoinedCommunities,
  JoinPrompt,
  OtherCommunities,
} from "#widgets/communities/community-lists.tsx";
import { SuggestCommunity } from "#widgets/communities/links.tsx";
import { useFirstTutorial, useTutorialModal } from "#widgets/communities/use-tutorial.ts";
import { ShellPage } from "#widgets/page/shell-page.tsx";
import { AccountAside } from "#widgets/profile/account-aside.tsx";

interface CommunitiesSearch extends PageSearch {
  query?: string;
}

function validateSearch(search: Record<string, unknown>): CommunitiesSearch {
  return { ...validatePageSearch(search), ...validateQuerySearch(search) };
}

export const Route = createFileRoute("/$locale/communities/")({
  staticData: { isSameForVisitors: true },
  validateSearch,
  loaderDeps: ({ search }) => ({ query: search.query, pages: getPageNumbers(search) }),
  loader: async ({ context: { queryClient }, deps: { query, pages } }) => {
    const user = readUser(await queryClient.ensureQueryData(currentUserQuery()));
    const getPageQuery = (page: number) =>
      query || !user ? communitiesQuery(query ?? "", page) : otherCommunitiesQuery(page);
    const lists = prefetchLists(queryClient, ...pages.map(getPageQuery));
    if (user) await prefetchLists(queryClient, joinedCommunitiesQuery());
    const joined = queryClient.getQueryData(joinedCommunitiesQuery().queryKey)?.communities ?? [];
    // In a browser, `JoinedCommunities` requests the members when it is shown.
    if (isServer && joined.length > 0) {
      await queryClient.prefetchQuery(membersOfCommunitiesQuery(joined.map(({ id }) => id)));
    }
    await lists;
  },
  head: ({ params: { locale }, match }) => {
    const { t } = getTexts(locale);
    return buildPageHead({
      locale,
      title: t("shell.communities"),
      description: t("communities.lead"),
      image: {
        url: `${match.context.public_url}/cards/site/${locale}.png`,
        alt: t("shell.communities"),
      },
      noindex: match.search.query !== undefined,
    });
  },
  component: Communities,
});

function Communities() {
  const { t, locale } = useTexts();
  const { query = "", ...pages } = Route.useSearch();
  const navigate = Route.useNavigate();
  const isSignedIn = useCurrentUser() !== undefined;
  useClearedBadge(communitiesBadge, isSignedIn);
  const openTutorial = useTutorialModal();
  const joinedHeading = useRef<HTMLHeadingElement>(null);
  useFirstTutorial(isSignedIn);
  // Which pages the list shows, and the links to its other pages.
  const address = {
    ...pages,
    link: (search: PageSearch) => (
      <Link
        to="/$locale/communities"
        params={{ locale }}
        search={{ ...search, ...(query && { query }) }}
      />
    ),
  };
  const searchFor = (text: string) =>
    void navigate({
      search: text ? { query: text } : {},
      replace: query !== "",
      resetScroll: false,
    });
  // An account sees its own communities in a list of their own, except in the results of a search.
  const hasJoinedList = isSignedIn && !query;
  return (
    <ShellPage aside={<AccountAside />}>
      <div className="mb-1 flex flex-wrap items-center justify-between gap-x-2">
        <h1 className="text-xl">{t("shell.communities")}</h1>
        <Button variant="text" size="sm" className="-mr-3 noscript:hidden" onClick={openTutorial}>
          <CircleHelp size={18} aria-hidden="true" />
          {t("communities.how_it_works")}
        </Button>
      </div>
      <div className="grid grid-cols-1 gap-5">
        <p className="text-sm text-ink-2">{t("communities.lead")}</p>
        {hasJoinedList && <JoinPrompt />}
        {!isSignedIn && <SampleQuestionsLink />}
        <SearchForm
          label={t("communities.search")}
          clearLabel={t("communities.clear_search")}
          action={`/${locale}/communities`}
          query={query}
          onSearch={searchFor}
        />
        {hasJoinedList && (
          <section aria-labelledby="joined">
            <h2
              ref={joinedHeading}
              id="joined"
              tabIndex={-1}
              className="mb-3 rounded-sm text-lg outline-offset-4"
            >
              {t("communities.joined_list")}
            </h2>
            <JoinedCommunities heading={joinedHeading} />
          </section>
        )}
        <section aria-labelledby="others">
          <h2 id="others" className="mb-3 text-lg wrap-anywhere">
            {query
              ? t("communities.results", { query })
              : t(isSignedIn ? "communities.other_list" : "communities.all_list")}
          </h2>
          {hasJoinedList ? (
            <OtherCommunities address={address} />
          ) : (
            <AllCommunities query={query} address={address} />
          )}
        </section>
        <SuggestCommunity />
      </div>
    </ShellPage>
  );
}
