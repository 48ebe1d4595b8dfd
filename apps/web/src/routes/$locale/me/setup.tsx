import { createFileRoute, redirect } from "@tanstack/react-router";
import { hasTopicsPage } from "@toibako/contract/locales.ts";
import {
  currentUserQuery,
  identitiesQuery,
  readUser,
  requireSession,
  useCurrentUser,
} from "#features/accounts/queries.ts";
import { joinedCommunitiesQuery, otherCommunitiesQuery } from "#features/communities/queries.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { validateNextSearch } from "#lib/page/search.ts";
import { Wizard } from "#widgets/onboarding/wizard.tsx";
import { WidePage } from "#widgets/page/shell-page.tsx";

/** The onboarding of a new account. Redirects accounts that have completed it. */
export const Route = createFileRoute("/$locale/me/setup")({
  staticData: { hasNoBars: true },
  validateSearch: validateNextSearch,
  beforeLoad: async (options) => {
    await requireSession(options);
    const { context, params, search } = options;
    const user = readUser(await context.queryClient.ensureQueryData(currentUserQuery()));
    if (!user?.sign_up_complete) return;
    throw search.next
      ? redirect({ href: search.next })
      : redirect({ to: "/$locale/me/home", params });
  },
  loader: async ({ context: { queryClient }, params: { locale } }) => {
    const communities = hasTopicsPage(locale)
      ? [otherCommunitiesQuery(1), joinedCommunitiesQuery()]
      : [];
    await prefetchLists(queryClient, identitiesQuery(), ...communities);
  },
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("onboarding.setup_title"), noindex: true }),
  component: Onboarding,
});

function Onboarding() {
  const user = useCurrentUser();
  const { next } = Route.useSearch();
  return (
    // Without the bars, the page leaves no space for them.
    <div className="[--bar:0px] [--nav:0px]">
      <WidePage>{user && <Wizard user={user} next={next} />}</WidePage>
    </div>
  );
}
