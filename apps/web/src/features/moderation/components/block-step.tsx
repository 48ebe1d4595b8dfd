import type { ReportMode } from "@toibako/contract/moderation.ts";
import { useEffect, useRef } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import type { Reach } from "../report-flow.ts";

interface BlockStepProps {
  /** The questions that the reader chose to report; undefined while the report is sent. */
  reach: Reach | undefined;
  /** The mode of the report that is being sent; undefined before. */
  sending: ReportMode | undefined;
  onChoose: (mode: ReportMode) => void;
}

/** The last step of a report: explains blocking, and reports with or without a block of the sender. */
export function BlockStep({ reach, sending, onChoose }: BlockStepProps) {
  const { t } = useTexts();
  const explanation = useRef<HTMLDivElement>(null);
  // The button that led here is unmounted, so this content gets the focus.
  useEffect(() => explanation.current?.focus(), []);
  const chooseIfReady = (mode: ReportMode | undefined) => {
    if (mode) onChoose(mode);
  };
  const isSendingBlock = sending === "multipleWithBlock";
  return (
    <div className="grid gap-5">
      <div ref={explanation} tabIndex={-1} className="grid gap-2 text-ink-2 outline-none">
        <p>{t("moderation.block_text")}</p>
        <p>{t("moderation.block_hint")}</p>
      </div>
      <div className="grid gap-2">
        <Button
          variant="danger"
          pending={isSendingBlock}
          pendingLabel={t("moderation.sending")}
          disabled={sending !== undefined && !isSendingBlock}
          onClick={() => chooseIfReady(reach && "multipleWithBlock")}
        >
          {t("moderation.block_and_report")}
        </Button>
        <Button
          variant="outline"
          pending={sending !== undefined && !isSendingBlock}
          pendingLabel={t("moderation.sending")}
          disabled={isSendingBlock}
          onClick={() => chooseIfReady(reach)}
        >
          {t("moderation.report_only")}
        </Button>
      </div>
    </div>
  );
}
