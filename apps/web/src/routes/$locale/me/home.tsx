import { isServer } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import type { UserAchievement } from "@toibako/contract/achievements.ts";
import { Award } from "lucide-react";
import { requireSession, useCurrentUser } from "#features/accounts/queries.ts";
import { Greeting } from "#features/inbox/components/greeting.tsx";
import { receivedItemsQuery } from "#features/inbox/queries.ts";
import { Tutorial } from "#features/onboarding/components/tutorial.tsx";
import { sentAnswersQuery, waitingQuestionsQuery } from "#features/outbox/queries.ts";
import { FloatingShare } from "#features/shares/components/floating-share.tsx";
import { ProfileShareButtons } from "#features/shares/components/profile-share-buttons.tsx";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import {
  getPageNumbers,
  type PageSearch,
  validatePageSearch,
  validateSentSearch,
} from "#lib/page/search.ts";
import { Badge } from "#ui/badge.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { Tabs } from "#ui/navigation/tabs.tsx";
import { ReceivedQuestions } from "#widgets/inbox/received-questions.tsx";
import { useCelebrationModal } from "#widgets/modals/celebration-modal.ts";
import { useModal } from "#widgets/modals/modal-host.tsx";
import { AfterSending } from "#widgets/outbox/after-sending.tsx";
import { SentTab } from "#widgets/outbox/sent-tab.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";
import { ReceiveMessages } from "#widgets/profile/message-entry.tsx";
import { useCounts } from "#widgets/shell/counts.ts";

/** The tab in the query; `received` is the default. */
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

export const Route = createFileRoute("/$locale/me/home")({
  validateSearch: validateHomeSearch,
  beforeLoad: requireSession,
  loaderDeps: ({ search }) => ({
    tab: search.tab,
    pages: getPageNumbers(search),
    sent: search.sent,
  }),
  loader: async ({ context: { queryClient }, deps: { tab, pages, sent } }) => {
    if (tab !== "send") {
      const received = pages.map((page) => receivedItemsQuery("unread", page, "3"));
      return prefetchLists(queryClient, ...received);
    }
    const waiting = queryClient.prefetchInfiniteQuery(waitingQuestionsQuery());
    await prefetchLists(queryClient, ...pages.map(sentAnswersQuery));
    if (isServer || sent) await waiting;
  },
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("inbox.home"), noindex: true }),
  component: Home,
});

function Home() {
  const { tab = "received", sent, ...pages } = Route.useSearch();
  const user = useCurrentUser();
  useCelebrationModal();
  return (
    <ShellPage>
      <AfterSending sent={sent}>
        {user && (
          <Greeting user={user} action={<HomeActions account={user.account} />}>
            <ProfileShareButtons account={user.account} />
          </Greeting>
        )}
        <HomeTabs current={tab} />
        {tab === "send" ? (
          <SentTab pages={pages} />
        ) : (
          <ReceivedQuestions status="unread" pages={pages} isOnHome />
        )}
        {user && <FloatingShare account={user.account} />}
        <Tutorial page="home" />
      </AfterSending>
    </ShellPage>
  );
}

/** Beside the greeting: unread messages and the achievements. */
function HomeActions({ account }: { account: string }) {
  const { t } = useTexts();
  const modal = useModal();
  const onSelect = (achievement: UserAchievement) =>
    modal.open("achievement", { account, achievement });
  return (
    <>
      <ReceiveMessages />
      <IconButton
        label={t("achievements.open_list")}
        icon={<Award size={22} aria-hidden="true" />}
        variant="soft"
        onClick={() => modal.open("achievements", { onSelect })}
      />
    </>
  );
}

function HomeTabs({ current }: { current: "received" | "send" }) {
  const { t, locale } = useTexts();
  const { received_items, send_items } = useCounts();
  const tabs = [
    {
      key: "received",
      label: t("inbox.tab_received"),
      n: received_items,
      count: t("inbox.count", { n: received_items }),
    },
    {
      key: "send",
      label: t("outbox.tab"),
      n: send_items,
      count: t("outbox.count", { n: send_items }),
    },
  ] as const;
  return (
    <Tabs
      label={t("inbox.home_tabs")}
      className="mb-5"
      items={tabs.map(({ key, label, n, count }) => ({
        key,
        label,
        current: key === current,
        badge: <Badge count={n} label={count} />,
        render: <Link to="/$locale/me/home" params={{ locale }} search={{ tab: key }} />,
      }))}
    />
  );
}
