import { createFileRoute, Outlet, useLocation } from "@tanstack/react-router";
import { HeldEntry } from "#features/inbox/components/held-entry.tsx";
import { InboxTabs } from "#features/inbox/components/inbox-tabs.tsx";
import { inboxCountsQuery } from "#features/inbox/queries.ts";
import { pageHead } from "#lib/head.ts";
import { textsOf, useTexts } from "#lib/i18n.tsx";
import { loadLists } from "../-load-lists.ts";
import { membersOnly } from "../-shell/members-only.ts";
import { Screen } from "../-shell/screen.tsx";

export const Route = createFileRoute("/$locale/box")({
  beforeLoad: membersOnly,
  loader: ({ context: { queryClient } }) => loadLists(queryClient, inboxCountsQuery()),
  head: ({ params: { locale } }) =>
    pageHead({ locale, title: textsOf(locale).t("inbox.title"), noindex: true }),
  component: Box,
});

const statuses = { reply: "confirmed", dust: "hidden" } as const;

function Box() {
  const { t } = useTexts();
  const part = useLocation().pathname.split("/")[3];
  const current = part === "reply" || part === "dust" ? statuses[part] : "unread";
  if (part === "held") {
    return (
      <Screen>
        <Outlet />
      </Screen>
    );
  }
  return (
    <Screen title={t("inbox.title")}>
      <InboxTabs current={current} />
      <HeldEntry />
      <Outlet />
    </Screen>
  );
}
