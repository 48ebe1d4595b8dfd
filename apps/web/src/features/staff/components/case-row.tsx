import type { CaseSummary } from "@toibako/contract/staff/cases.ts";
import { Lock } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { type RenderedElement, renderAs } from "#ui/render-as.ts";
import { rowLinkClass } from "./rows.tsx";
import { StaffDate } from "./staff-date.tsx";

interface CaseRowProps {
  listed: CaseSummary;
  /** The link to the case. */
  link: RenderedElement;
}

/** A case in the queue: what it is about, how urgent it is, and who holds it. */
export function CaseRow({ listed, link }: CaseRowProps) {
  const { t } = useTexts();
  const { kind, subject, reports_count, score, holder, opened_hour, excerpt } = listed;
  return renderAs(link, {
    className: `grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 ${rowLinkClass}`,
    children: (
      <>
        <span className="min-w-0">
          <span className="text-sm font-bold text-brand">{t(`staff.kind_${kind}`)}</span>
          {subject && (
            <span className="ml-2 text-sm text-ink-2 wrap-anywhere">
              <bdi>{subject.displaying_name}</bdi> <bdi translate="no">@{subject.account}</bdi>
            </span>
          )}
        </span>
        <span className="text-sm text-ink-2 tabular-nums">
          {t("staff.reports", { n: reports_count })}
        </span>
        <span dir="auto" className="line-clamp-2 min-w-0 wrap-anywhere">
          {excerpt || t("staff.no_text")}
        </span>
        <span className="justify-self-end text-sm font-bold tabular-nums" title={t("staff.score")}>
          {score.total.toFixed(1)}
        </span>
        <span className="col-span-2 flex flex-wrap gap-x-4 text-sm text-ink-2">
          <StaffDate form="hour" at={opened_hour} />
          {holder && (
            <span className="flex items-center gap-1">
              <Lock size={14} aria-hidden="true" />
              {holder.is_self
                ? t("staff.held_by_you")
                : t("staff.held_by", { name: holder.account })}
            </span>
          )}
        </span>
      </>
    ),
  });
}
