import type { ReportMode } from "@toibako/contract/moderation.ts";
import { useReducer, useRef } from "react";
import { errorTexts } from "#lib/client.ts";
import { useTexts } from "#lib/i18n.tsx";
import { Overlay } from "#ui/overlay.tsx";
import { useToasts } from "#ui/toasts.ts";
import { useReport } from "../queries.ts";
import { followReport, reportFlow } from "../report-flow.ts";
import { BlockStep } from "./block-step.tsx";
import { ConfirmStep } from "./confirm-step.tsx";

/** Milliseconds for which it is told what a report did. */
const tellTime = 5000;

export interface ReportDialogsProps {
  item_id: string;
  /** It can have come from somebody who sent more. */
  may_report_several: boolean;
  on_reported?: () => void;
  on_closed: () => void;
  /** Asked while the question is there: where the keyboard goes on once it has gone. */
  way_past?: () => () => HTMLElement | null;
}

/** First what to report, then whether to block as well; nothing is sent before both are answered. */
export function ReportDialogs(props: ReportDialogsProps) {
  const { item_id, may_report_several, on_reported, on_closed, way_past } = props;
  const { t } = useTexts();
  const toasts = useToasts();
  const [flow, follow] = useReducer(followReport, reportFlow);
  const report = useReport(item_id);
  const onwards = useRef<() => HTMLElement | null>(undefined);

  async function send(mode: ReportMode) {
    if (flow.step !== "block") return;
    follow({ kind: "mode_chosen", mode });
    onwards.current = way_past?.();
    try {
      const { length: n } = await report.mutateAsync(mode);
      follow({ kind: "sent" });
      on_reported?.();
      const key = mode === "multipleWithBlock" ? "moderation.blocked" : "moderation.reported";
      toasts.toast(t(key, { n }), { type: "success", duration: tellTime });
    } catch (error) {
      follow({ kind: "failed" });
      const [reason] = errorTexts(error);
      toasts.show("error", reason ?? t("moderation.report_failed"));
    }
    on_closed();
  }
  function cancel() {
    if (flow.step === "sending") return;
    follow({ kind: "cancelled" });
    on_closed();
  }

  const shown = flow.step === "closed" ? flow.after : flow.step;
  const has_gone = flow.step === "closed" && flow.is_reported;
  return (
    <Overlay
      shape="dialog"
      urgent
      open={flow.step !== "closed"}
      onOpenChange={(open) => open || cancel()}
      title={t(shown === "confirm" ? "moderation.report_title" : "moderation.block_title")}
      closeLabel={t("common.cancel")}
      focusAfter={() => (has_gone ? (onwards.current?.() ?? null) : null)}
    >
      {shown === "confirm" ? (
        <ConfirmStep
          may_report_several={may_report_several}
          on_choose={(reach) => follow({ kind: "reach_chosen", reach })}
          on_cancel={cancel}
        />
      ) : (
        <BlockStep
          reach={flow.step === "block" ? flow.reach : undefined}
          sending={flow.step === "sending" ? flow.mode : undefined}
          on_choose={(mode) => void send(mode)}
        />
      )}
    </Overlay>
  );
}
