import type { Case, CaseKind, EvidenceText } from "@toibako/contract/staff/cases.ts";
import { useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { cx } from "#ui/cx.ts";
import { Card } from "#ui/surfaces/card.tsx";
import { StaffDate } from "./staff-date.tsx";

type Report = Case["reports"][number];

/** Reasons whose texts are covered until somebody wants to read them. */
const roughReasons: readonly Report["reason"][] = ["sexual", "self_harm"];

interface EvidenceProps {
  report: Report;
  /** The kind of its case. */
  kind: CaseKind;
}

/** A report or an appeal, with what was stored when it was made. */
export function Evidence({ report, kind }: EvidenceProps) {
  const { t } = useTexts();
  const { reporter, reason, note, reported_hour, texts, locale } = report;
  const isByStaff = reason === "staff";
  const [isCovered, setIsCovered] = useState(roughReasons.includes(reason));
  return (
    <Card as="article" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="flex flex-wrap gap-x-3 text-sm text-ink-2">
        {isByStaff && <span>{t("staff.reason_staff")}</span>}
        {kind !== "appeal" && !isByStaff && (
          <>
            <bdi>
              {reporter
                ? t("staff.reported_by", { name: `@${reporter.account}` })
                : t("staff.reporter_unnamed")}
            </bdi>
            <span>{t(`staff.reason_${reason}`)}</span>
          </>
        )}
        <StaffDate form="hour" at={reported_hour} />
      </p>
      {note && (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {note}
        </p>
      )}
      {texts.length === 0 && <p className="text-sm text-ink-2">{t("staff.no_text")}</p>}
      {isCovered ? (
        <Button variant="outline" onClick={() => setIsCovered(false)}>
          {t("staff.uncover")}
        </Button>
      ) : (
        texts.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts of a report never change
          <Text key={index} text={text} lang={locale ?? undefined} />
        ))
      )}
    </Card>
  );
}

function Text({ text, lang }: { text: EvidenceText; lang: string | undefined }) {
  const { t } = useTexts();
  const { role, is_reported } = text;
  return (
    <blockquote
      className={cx(
        "rounded-lg border-l-4 px-4 py-2",
        is_reported ? "border-brand bg-surface-2" : "border-line text-ink-2",
      )}
    >
      <p className="text-sm text-ink-2">{t(`staff.role_${role}`)}</p>
      <p dir="auto" lang={lang} className="whitespace-pre-wrap wrap-anywhere">
        {text.text}
      </p>
    </blockquote>
  );
}
