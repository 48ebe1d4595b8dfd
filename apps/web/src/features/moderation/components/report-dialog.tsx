import type { ReportMode } from "@toibako/contract/moderation.ts";
import { useEffect, useReducer, useRef } from "react";
import { getSendFailureTexts } from "#lib/http/keyed-send.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { durations, useToasts } from "#ui/feedback/toasts.ts";
import { Overlay } from "#ui/overlays/overlay.tsx";
import { type RemovedItems, useReport } from "../queries.ts";
import { followReport, initialReportFlow, type Reach } from "../report-flow.ts";
import { CalmOffer } from "./calm-offer.tsx";

export interface ReportDialogProps {
  item_id: string;
  /** Whether all questions of the sender can be reported at once. */
  mayReportSeveral: boolean;
  /** Called with the ids of the questions that the report has removed from the inbox and from the held questions. */
  onItemsRemoved: (removed: RemovedItems) => void;
  onReported?: () => void;
  onClosed: () => void;
  /** Called before the row is removed. The returned function finds the element that then gets the focus. */
  rememberNeighbors?: () => () => HTMLElement | null;
}

/** Asks which questions to report, then whether to block the sender; then sends the report. */
export function ReportDialog(props: ReportDialogProps) {
  const { item_id, mayReportSeveral, onItemsRemoved, onReported, onClosed, rememberNeighbors } =
    props;
  const { t } = useTexts();
  const toasts = useToasts();
  const [flow, dispatch] = useReducer(followReport, initialReportFlow);
  const report = useReport(item_id, onItemsRemoved);
  const findNextFocus = useRef<() => HTMLElement | null>(undefined);

  async function send(mode: ReportMode) {
    if (flow.step !== "block") return;
    dispatch({ kind: "mode_chosen", mode });
    findNextFocus.current = rememberNeighbors?.();
    try {
      const { item_uuids, held_item_uuids } = await report.mutateAsync(mode);
      dispatch({ kind: "sent" });
      onReported?.();
      const key = mode === "multipleWithBlock" ? "moderation.blocked" : "moderation.reported";
      toasts.showToast(t(key, { n: item_uuids.length + held_item_uuids.length }), {
        type: "success",
        duration: durations.longToast,
      });
    } catch (error) {
      dispatch({ kind: "failed" });
      const texts = getSendFailureTexts(t, error, t("moderation.report_failed"));
      toasts.showBar("error", texts.join("\n"));
    }
    onClosed();
  }
  function cancel() {
    if (flow.step === "sending") return;
    dispatch({ kind: "cancelled" });
    onClosed();
  }
  /** In the second step, the reader has already chosen to report, so closing it only declines the block. */
  function close() {
    if (flow.step === "block") void send(flow.reach);
    else cancel();
  }

  // While the dialog fades out, it shows its last step.
  const shownStep = flow.step === "closed" ? flow.lastStep : flow.step;
  const isReported = flow.step === "closed" && flow.isReported;
  return (
    <Overlay
      shape="dialog"
      isUrgent
      open={flow.step !== "closed"}
      onOpenChange={(open) => open || close()}
      title={t(shownStep === "confirm" ? "moderation.report_title" : "moderation.block_title")}
      closeLabel={t(shownStep === "confirm" ? "common.cancel" : "moderation.decline_block")}
      focusAfter={() => (isReported ? (findNextFocus.current?.() ?? null) : null)}
    >
      {shownStep === "confirm" ? (
        <ConfirmStep
          mayReportSeveral={mayReportSeveral}
          onChoose={(reach) => dispatch({ kind: "reach_chosen", reach })}
          onCancel={cancel}
        />
      ) : (
        <BlockStep
          reach={flow.step === "block" ? flow.reach : undefined}
          sendingMode={flow.step === "sending" ? flow.mode : undefined}
          onChoose={(mode) => void send(mode)}
        />
      )}
    </Overlay>
  );
}

interface ConfirmStepProps {
  mayReportSeveral: boolean;
  onChoose: (reach: Reach) => void;
  onCancel: () => void;
}

/** The first step of a report, which asks whether to report one question or all questions of its sender. */
function ConfirmStep({ mayReportSeveral, onChoose, onCancel }: ConfirmStepProps) {
  const { t } = useTexts();
  return (
    <div className="grid gap-5">
      <div className="grid gap-2 text-ink-2">
        <p>{t("moderation.report_text")}</p>
        {mayReportSeveral && <p>{t("moderation.report_several_text")}</p>}
      </div>
      <div className="grid gap-2">
        <Button variant="danger" onClick={() => onChoose("unit")}>
          {t("moderation.report_one")}
        </Button>
        {mayReportSeveral && (
          <Button variant="outline" onClick={() => onChoose("multiple")}>
            {t("moderation.report_several")}
          </Button>
        )}
        <Button variant="quiet" onClick={onCancel}>
          {t("common.cancel")}
        </Button>
      </div>
    </div>
  );
}

interface BlockStepProps {
  /** The questions that the reader chose to report; undefined while the report is sent. */
  reach: Reach | undefined;
  /** The mode of the report that is being sent; undefined until the reader has chosen it. */
  sendingMode: ReportMode | undefined;
  onChoose: (mode: ReportMode) => void;
}

/** The second step of a report, which asks whether to block the sender too. */
function BlockStep({ reach, sendingMode, onChoose }: BlockStepProps) {
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
        {/* In a new tab, because the report isn't sent yet. */}
        <CalmOffer opensTab />
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
