import { createFileRoute, Link } from "@tanstack/react-router";
import type { UserAchievement } from "@toibako/contract/achievements.ts";
import { Award } from "lucide-react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { Greeting } from "#features/inbox/components/greeting.tsx";
import { receivedItemsQuery } from "#features/inbox/queries.ts";
import { Tutorial } from "#features/onboarding/components/tutorial.tsx";
import { sentAnswersQuery } from "#features/outbox/queries.ts";
import { pageHead } from "#lib/head.ts";
import { textsOf, useTexts } from "#lib/i18n.tsx";
import { Badge } from "#ui/badge.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { useCelebration } from "../-celebrate.ts";
import { pageSearch } from "../-item/page-search.ts";
import { loadLists } from "../-load-lists.ts";
import { ReceiveMessages } from "../-messages/message-entry.tsx";
import { useModal } from "../-modal/modal.tsx";
import { OwnLink } from "../-own-link.tsx";
import { useCounts } from "../-shell/counts.ts";
import { membersOnly } from "../-shell/members-only.ts";
import { Screen } from "../-shell/screen.tsx";
import { FloatingShare } from "./-floating-share.tsx";
import { ReceivedTab } from "./-received-tab.tsx";
import { SendTab } from "./-send-tab.tsx";

/** The tab that the address names; received, the usual one, may be left out. */
function homeSearch(search: Record<string, unknown>): { tab?: "received" | "send"; page?: number } {
  const { tab } = search;
  return { ...(tab === "received" || tab === "send" ? { tab } : {}), ...pageSearch(search) };
}

export const Route = createFileRoute("/$locale/me/home")({
  validateSearch: homeSearch,
  beforeLoad: membersOnly,
  loaderDeps: ({ search: { tab, page = 1 } }) => ({ tab, page }),
  loader: ({ context: { queryClient }, deps: { tab, page } }) =>
    tab === "send"
      ? loadLists(queryClient, sentAnswersQuery(page))
      : loadLists(queryClient, receivedItemsQuery("unread", page, "3")),
  head: ({ params: { locale } }) =>
    pageHead({ locale, title: textsOf(locale).t("inbox.home"), noindex: true }),
  component: Home,
});

function Home() {
  const { tab = "received", page = 1 } = Route.useSearch();
  const user = useCurrentUser();
  useCelebration(false);
  return (
    <Screen>
      {user && (
        <Greeting user={user} action={<HomeActions account={user.account} />}>
          <OwnLink account={user.account} />
        </Greeting>
      )}
      <HomeTabs current={tab} />
      {tab === "send" ? <SendTab page={page} /> : <ReceivedTab page={page} />}
      {user && <FloatingShare account={user.account} />}
      <Tutorial page="home" />
    </Screen>
  );
}

/** Beside the greeting: messages that wait, and what one reached. */
function HomeActions({ account }: { account: string }) {
  const { t } = useTexts();
  const modal = useModal();
  const on_open = (achievement: UserAchievement) =>
    modal.open("achievement", { account, achievement });
  return (
    <>
      <ReceiveMessages />
      <IconButton
        label={t("achievements.open_list")}
        icon={<Award size={22} aria-hidden="true" />}
        variant="soft"
        onClick={() => modal.open("achievements", { on_open })}
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
