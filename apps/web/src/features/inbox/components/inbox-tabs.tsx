import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { QuestionStatus } from "@toibako/contract/questions.ts";
import { formatCount } from "#lib/i18n/format.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Badge } from "#ui/badge.tsx";
import { Tabs } from "#ui/navigation/tabs.tsx";
import { inboxCountsQuery } from "../queries.ts";

const parts = [
  { status: "unread", to: "/$locale/box" },
  { status: "confirmed", to: "/$locale/box/reply" },
  { status: "hidden", to: "/$locale/box/dust" },
] as const;

const nothing = { unread: 0, confirmed: 0, hidden: 0 };

/** The three parts of the inbox; only what waits for an answer is counted loudly. */
export function InboxTabs({ current }: { current: QuestionStatus }) {
  const { t, locale } = useTexts();
  const counts = useQuery(inboxCountsQuery()).data ?? nothing;

  const countOf = (status: QuestionStatus) => {
    const n = counts[status];
    if (status === "unread") return <Badge count={n} label={t("inbox.count", { n })} />;
    return n > 0 && <span className="text-xs tabular-nums">{formatCount(locale, n)}</span>;
  };
  return (
    <Tabs
      label={t("inbox.parts_label")}
      className="mb-5"
      items={parts.map(({ status, to }) => ({
        key: status,
        label: t(`inbox.tab_${status}`),
        current: status === current,
        badge: countOf(status),
        render: <Link to={to} params={{ locale }} />,
      }))}
    />
  );
}
