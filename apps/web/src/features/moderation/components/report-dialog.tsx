import type { ReportMode } from "@toibako/contract/moderation.ts";
import { useReducer, useRef } from "react";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { durations, useToasts } from "#ui/feedback/toasts.ts";
import { Overlay } from "#ui/overlays/overlay.tsx";
import { useReport } from "../queries.ts";
import { followReport, initialReportFlow } from "../report-flow.ts";
import { BlockStep } from "./block-step.tsx";
import { ConfirmStep } from "./confirm-step.tsx";

export interface ReportDialogProps {
  item_id: string;
  /** Whether all questions of the sender can be reported at once. */
  mayReportSeveral: boolean;
  /** Called with the ids of the questions that the report has removed from the inbox. */
  onItemsRemoved: (itemIds: string[]) => void;
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
      const reportedIds = await report.mutateAsync(mode);
      dispatch({ kind: "sent" });
      onReported?.();
      const key = mode === "multipleWithBlock" ? "moderation.blocked" : "moderation.reported";
      toasts.toast(t(key, { n: reportedIds.length }), {
        type: "success",
        duration: durations.longToast,
      });
    } catch (error) {
      dispatch({ kind: "failed" });
      toasts.show("error", describeFailure(error, t("moderation.report_failed")));
    }
    onClosed();
  }
  function cancel() {
    if (flow.step === "sending") return;
    dispatch({ kind: "cancelled" });
    onClosed();
  }

  // While the dialog fades out, it shows its last step.
  const shownStep = flow.step === "closed" ? flow.lastStep : flow.step;
  const isReported = flow.step === "closed" && flow.isReported;
  return (
    <Overlay
      shape="dialog"
      isUrgent
      open={flow.step !== "closed"}
      onOpenChange={(open) => open || cancel()}
      title={t(shownStep === "confirm" ? "moderation.report_title" : "moderation.block_title")}
      closeLabel={t("common.cancel")}
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
