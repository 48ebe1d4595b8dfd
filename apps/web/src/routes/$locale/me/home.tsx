import { isServer, useQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import {
  currentUserQuery,
  readUser,
  requireSession,
  useCurrentUser,
} from "#features/accounts/queries.ts";
import { nextQuestionsQuery, receivedItemsQuery } from "#features/inbox/queries.ts";
import { Tutorial } from "#features/onboarding/components/tutorial.tsx";
import { tutorialQuery } from "#features/onboarding/queries.ts";
import {
  newestAnswersQuery,
  sentAnswersQuery,
  waitingQuestionsQuery,
} from "#features/outbox/queries.ts";
import { newsQuery, userQuery } from "#features/profiles/queries.ts";
import { FloatingShare } from "#features/shares/components/floating-share.tsx";
import { OwnBoxCard } from "#features/shares/components/own-box-card.tsx";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { formatCount } from "#lib/i18n/format.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import type { RouterContext } from "#lib/page/router-context.ts";
import {
  getPageNumbers,
  type PageSearch,
  validatePageSearch,
  validateSentSearch,
} from "#lib/page/search.ts";
import { Tabs } from "#ui/navigation/tabs.tsx";
import { preloadTopGame } from "#widgets/games/lazy-games.tsx";
import { Overview } from "#widgets/home/overview.tsx";
import { ReceivedQuestions } from "#widgets/inbox/received-questions.tsx";
import { useCelebrationModal } from "#widgets/modals/celebration-modal.ts";
import { useEmailReminder } from "#widgets/modals/email-reminder-modal.ts";
import { LazyBannerOffer } from "#widgets/modals/lazy-banner-offer.tsx";
import { AfterSending } from "#widgets/outbox/after-sending.tsx";
import { LazySentQuestionPage } from "#widgets/outbox/lazy-sent-question-page.ts";
import { SentTab } from "#widgets/outbox/sent-tab.tsx";
import { DefaultAside } from "#widgets/page/default-aside.tsx";
import { preloadPopularQuestions } from "#widgets/page/lazy-popular-questions.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";
import { useCounts } from "#widgets/shell/counts.ts";

/**
 * Without a tab, the home shows the newest questions and answers. `sent` is the id of a question that was
 * just sent.
 */
function validateHomeSearch(search: Record<string, unknown>): PageSearch & {
  tab?: "received" | "send";
  sent?: string;
} {
  const { tab } = search;
  return {
    ...(tab === "received" || tab === "send" ? { tab } : {}),
    ...validatePageSearch(search),
    ...(tab === "send" && validateSentSearch(search)),
  };
}

/** Loads the home without a tab. Only the server waits for the lists and the other parts, to render them. */
async function loadOverview(context: RouterContext) {
  const { queryClient } = context;
  const user = readUser(await queryClient.ensureQueryData(currentUserQuery()));
  const otherParts = Promise.all([
    queryClient.prefetchQuery(newsQuery()),
    ...(user ? [queryClient.prefetchQuery(userQuery(user.account))] : []),
    queryClient.prefetchQuery(newestAnswersQuery()),
    preloadTopGame(context, "card"),
  ]);
  const nextQuestions = nextQuestionsQuery();
  await prefetchLists(queryClient, nextQuestions);
  if (queryClient.getQueryData(nextQuestions.queryKey)?.items.length === 0) {
    await preloadPopularQuestions(queryClient);
  }
  if (isServer) await otherParts;
}

export const Route = createFileRoute("/$locale/me/home")({
  validateSearch: validateHomeSearch,
  beforeLoad: requireSession,
  loaderDeps: ({ search }) => ({
    tab: search.tab,
    pages: getPageNumbers(search),
    sent: search.sent,
  }),
  loader: async ({ context, deps: { tab, pages, sent } }) => {
    const { queryClient } = context;
    // The server waits, because the tutorial's balloon takes up space at the top of each tab.
    const tutorial = queryClient.prefetchQuery(tutorialQuery());
    if (isServer) await tutorial;
    if (tab === undefined) return loadOverview(context);
    if (tab === "received") {
      const receivedQueries = pages.map((page) => receivedItemsQuery("unread", page, "3"));
      return prefetchLists(queryClient, ...receivedQueries);
    }
    const popularQuestions = preloadPopularQuestions(queryClient);
    const waitingQuestions = queryClient.prefetchInfiniteQuery(waitingQuestionsQuery());
    await prefetchLists(queryClient, ...pages.map(sentAnswersQuery));
    await popularQuestions;
    if (sent) await LazySentQuestionPage.preload?.();
    if (isServer || sent) await waitingQuestions;
  },
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("inbox.home"), noindex: true }),
  component: Home,
});

function Home() {
  const { tab, sent, ...pages } = Route.useSearch();
  const user = useCurrentUser();
  const { t } = useTexts();
  useCelebrationModal();
  useEmailReminder();
  return (
    <ShellPage {...(user && { aside: <HomeAside user={user} /> })}>
      <AfterSending sent={sent}>
        {tab !== undefined && (
          <>
            <Tutorial page="home" />
            <h1 className="sr-only">{t("inbox.home")}</h1>
            <HomeTabs current={tab} />
          </>
        )}
        {tab === undefined && user && <Overview user={user} />}
        {tab === "received" && <ReceivedQuestions status="unread" pages={pages} isOnHome />}
        {tab === "send" && <SentTab pages={pages} />}
        {user && <FloatingShare account={user.account} />}
        {sent === undefined && <LazyBannerOffer />}
      </AfterSending>
    </ShellPage>
  );
}

function HomeAside({ user }: { user: CurrentUser }) {
  const profile = useQuery(userQuery(user.account)).data?.user;
  return profile ? <OwnBoxCard user={profile} /> : <DefaultAside />;
}

function HomeTabs({ current }: { current: "received" | "send" }) {
  const { t, locale } = useTexts();
  const { received_items, send_items } = useCounts();
  const tabs = [
    {
      key: "received",
      label: t("inbox.tab_received"),
      count: received_items,
      spokenCount: t("inbox.count", { n: received_items }),
    },
    {
      key: "send",
      label: t("outbox.tab"),
      count: send_items,
      spokenCount: t("outbox.count", { n: send_items }),
    },
  ] as const;
  return (
    <Tabs
      label={t("inbox.home_tabs")}
      className="mb-5"
      items={tabs.map(({ key, label, count, spokenCount }) => ({
        key,
        label,
        isCurrent: key === current,
        // A plain number, because the badges are at the navigation's entries.
        badge: count > 0 && (
          <span className="text-xs tabular-nums">
            <span aria-hidden="true">{formatCount(locale, count)}</span>
            <span className="sr-only">{spokenCount}</span>
          </span>
        ),
        render: <Link to="/$locale/me/home" params={{ locale }} search={{ tab: key }} />,
      }))}
    />
  );
}
