import type { talkReportModes } from "@toibako/contract/talks.ts";

type ReportMode = (typeof talkReportModes)[number];

/**
 * The steps of a report. `before_selected`: the reporter fills in the report. `selected_report`: they choose whether to
 * block as well. `selected_report_with_block` and `not_selected_report_with_block`: the report is being sent, with or
 * without a block. `confirmed`: it has arrived. `not_selected_report`: the reporter has closed the dialog before,
 * which shows its last step while it fades out.
 */
export type ReportFlow =
  | { step: "before_report" }
  | { step: "before_selected" }
  | { step: "not_selected_report"; lastStep: "before_selected" | "selected_report" }
  | { step: "selected_report"; hasFailed: boolean }
  | { step: "selected_report_with_block" }
  | { step: "not_selected_report_with_block" }
  | { step: "confirmed"; mode: ReportMode };

export type ReportEvent =
  | { kind: "opened" }
  | { kind: "report_chosen" }
  | { kind: "mode_chosen"; mode: ReportMode }
  | { kind: "sent" }
  | { kind: "failed" }
  | { kind: "closed" };

export const initialReportFlow: ReportFlow = { step: "before_report" };

/** Whether a new report can begin. */
const isClosed = ({ step }: ReportFlow): boolean =>
  step === "before_report" || step === "not_selected_report" || step === "confirmed";

/** Returns the mode of the report that is being sent; undefined in other steps. */
export function getSendingMode({ step }: ReportFlow): ReportMode | undefined {
  if (step === "selected_report_with_block") return "block";
  return step === "not_selected_report_with_block" ? "report" : undefined;
}

/** Returns the state after an event. An event that the current step doesn't allow changes nothing. */
export function followReport(flow: ReportFlow, event: ReportEvent): ReportFlow {
  switch (event.kind) {
    case "opened":
      return isClosed(flow) ? { step: "before_selected" } : flow;
    case "report_chosen":
      if (flow.step !== "before_selected") return flow;
      return { step: "selected_report", hasFailed: false };
    case "mode_chosen":
      return flow.step === "selected_report" ? { step: sendingSteps[event.mode] } : flow;
    case "closed":
      if (flow.step !== "before_selected" && flow.step !== "selected_report") return flow;
      return { step: "not_selected_report", lastStep: flow.step };
    case "sent":
    case "failed":
      return finishSending(flow, event.kind);
  }
}

const sendingSteps = {
  block: "selected_report_with_block",
  report: "not_selected_report_with_block",
} as const;

function finishSending(flow: ReportFlow, outcome: "sent" | "failed"): ReportFlow {
  const mode = getSendingMode(flow);
  if (!mode) return flow;
  return outcome === "sent"
    ? { step: "confirmed", mode }
    : { step: "selected_report", hasFailed: true };
}
