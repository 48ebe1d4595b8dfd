import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronRight, ShieldCheck } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { inboxCountsQuery } from "../queries.ts";

/** The way to what the filters hold; not there while they hold nothing. */
export function HeldEntry() {
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
