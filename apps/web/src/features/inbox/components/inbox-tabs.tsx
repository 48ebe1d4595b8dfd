import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { QuestionStatus } from "@toibako/contract/questions.ts";
import { ChevronRight, ShieldCheck } from "lucide-react";
import { formatCount } from "#lib/i18n/format.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Tabs } from "#ui/navigation/tabs.tsx";
import { inboxCountsQuery } from "../queries.ts";

/** The path of each part of the inbox. */
export const inboxPaths = {
  unread: "/$locale/box",
  confirmed: "/$locale/box/reply",
  hidden: "/$locale/box/dust",
} as const;

const statuses = ["unread", "confirmed", "hidden"] as const;

const noCounts = { unread: 0, confirmed: 0, hidden: 0 };

/** The tabs of the inbox. Their numbers are plain, because the badge of the unread questions is in the navigation. */
export function InboxTabs({ current }: { current: QuestionStatus }) {
  const { t, locale } = useTexts();
  const counts = useQuery(inboxCountsQuery()).data ?? noCounts;

  const renderCount = (status: QuestionStatus) => {
    const n = counts[status];
    if (n === 0) return false;
    return (
      <span className="text-xs tabular-nums">
        <span aria-hidden={status === "unread" || undefined}>{formatCount(locale, n)}</span>
        {status === "unread" && <span className="sr-only">{t("inbox.count", { n })}</span>}
      </span>
    );
  };
  return (
    <Tabs
      label={t("inbox.parts_label")}
      className="mb-5"
      items={statuses.map((status) => ({
        key: status,
        label: t(`inbox.tab_${status}`),
        isCurrent: status === current,
        badge: renderCount(status),
        // Otherwise the first part would be current in the others, whose paths are below its own.
        render: (
          <Link to={inboxPaths[status]} params={{ locale }} activeOptions={{ exact: true }} />
        ),
      }))}
    />
  );
}

/** The link to the held questions; renders nothing if there are none. */
export function HeldQuestionsLink() {
  const { t, locale } = useTexts();
  const n = useQuery(inboxCountsQuery()).data?.held ?? 0;
  if (n === 0) return null;
  return (
    <Link
      to="/$locale/box/held"
      params={{ locale }}
      className="-mt-2 mb-4 flex min-h-12 items-center gap-3 rounded-lg bg-surface-2 px-4 py-2 text-sm font-semibold hover:bg-brand-soft"
    >
      <ShieldCheck size={20} className="shrink-0 text-brand" aria-hidden="true" />
      <span className="min-w-0 flex-1">{t("inbox.held", { n })}</span>
      <ChevronRight size={18} className="shrink-0 text-ink-2" aria-hidden="true" />
    </Link>
  );
}
