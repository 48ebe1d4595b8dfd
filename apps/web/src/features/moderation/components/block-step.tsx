import type { ReportMode } from "@toibako/contract/moderation.ts";
import { useEffect, useRef } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import type { Reach } from "../report-flow.ts";

interface BlockStepProps {
  /** The questions that the reader chose to report; undefined while the report is sent. */
  reach: Reach | undefined;
  /** The mode of the report that is being sent; undefined until the reader has chosen it. */
  sendingMode: ReportMode | undefined;
  onChoose: (mode: ReportMode) => void;
}

/** The second step of a report, which asks whether to block the sender too. */
export function BlockStep({ reach, sendingMode, onChoose }: BlockStepProps) {
  const { t } = useTexts();
  const explanation = useRef<HTMLDivElement>(null);
  // The button that was pressed in the first step is unmounted, so the focus must move to another element.
  useEffect(() => explanation.current?.focus(), []);
  const chooseIfReady = (mode: ReportMode | undefined) => {
    if (mode) onChoose(mode);
  };
  // A report with a block always covers all questions of the sender, whatever the `reach`.
  const isSendingBlock = sendingMode === "multipleWithBlock";
  return (
    <div className="grid gap-5">
      <div ref={explanation} tabIndex={-1} className="grid gap-2 text-ink-2 outline-none">
        <p>{t("moderation.block_text")}</p>
        <p>{t("moderation.block_hint")}</p>
      </div>
      <div className="grid gap-2">
        <Button
          variant="danger"
          isPending={isSendingBlock}
          pendingLabel={t("moderation.sending")}
          disabled={sendingMode !== undefined && !isSendingBlock}
          onClick={() => chooseIfReady(reach && "multipleWithBlock")}
        >
          {t("moderation.block_and_report")}
        </Button>
        <Button
          variant="outline"
          isPending={sendingMode !== undefined && !isSendingBlock}
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
