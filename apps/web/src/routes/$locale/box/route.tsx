import { createFileRoute, Outlet, useLocation, useMatches } from "@tanstack/react-router";
import { requireSession } from "#features/accounts/queries.ts";
import { CalmNotice } from "#features/filters/components/calm-notice.tsx";
import { calmModeQuery } from "#features/filters/queries/calm-mode.ts";
import { HeldQuestionsLink, InboxTabs } from "#features/inbox/components/inbox-tabs.tsx";
import { inboxCountsQuery } from "#features/inbox/queries.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { ShellPage } from "#widgets/page/shell-page.tsx";
import { AccountAside } from "#widgets/profile/account-aside.tsx";

export const Route = createFileRoute("/$locale/box")({
  beforeLoad: requireSession,
  loader: ({ context: { queryClient } }) =>
    prefetchLists(queryClient, inboxCountsQuery(), calmModeQuery()),
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("inbox.title"), noindex: true }),
  component: Box,
});

/** The statuses of the questions at `/box/reply` and `/box/dust`; those at `/box` are unread. */
const statuses = { reply: "confirmed", dust: "hidden" } as const;

function Box() {
  const { t } = useTexts();
  const hasChildRoute = useMatches({ select: (matches) => matches.at(-1)?.routeId !== Route.id });
  const part = useLocation().pathname.split("/")[3];
  const currentStatus = part === "reply" || part === "dust" ? statuses[part] : "unread";
  // Without a child route, the address is unknown. The not-found page has a shell of its own.
  if (!hasChildRoute) return <Outlet />;
  if (part === "held") {
    return (
      <ShellPage aside={<AccountAside />}>
        <Outlet />
      </ShellPage>
    );
  }
  return (
    <ShellPage title={t("inbox.title")} aside={<AccountAside />}>
      <CalmNotice />
      <InboxTabs current={currentStatus} />
      <HeldQuestionsLink />
      <Outlet />
    </ShellPage>
  );
}
