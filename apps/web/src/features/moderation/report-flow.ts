import type { ReportMode } from "@toibako/contract/moderation.ts";

/** Whether a report covers one question or all questions of its sender; chosen in the first step. */
export type Reach = Exclude<ReportMode, "multipleWithBlock">;

/** The state of the report dialog. In a closed dialog, `lastStep` is the step that it showed last. */
export type ReportFlow =
  | { step: "confirm" }
  | { step: "block"; reach: Reach }
  | { step: "sending"; mode: ReportMode }
  | { step: "closed"; lastStep: "confirm" | "block"; isReported: boolean };

export type ReportEvent =
  | { kind: "reach_chosen"; reach: Reach }
  | { kind: "mode_chosen"; mode: ReportMode }
  | { kind: "cancelled" }
  | { kind: "sent" }
  | { kind: "failed" };

export const initialReportFlow: ReportFlow = { step: "confirm" };

/** Returns the state after an event. An event that the current state doesn't allow changes nothing. */
export function followReport(flow: ReportFlow, event: ReportEvent): ReportFlow {
  switch (event.kind) {
    case "reach_chosen":
      return flow.step === "confirm" ? { step: "block", reach: event.reach } : flow;
    case "mode_chosen":
      return flow.step === "block" ? { step: "sending", mode: event.mode } : flow;
    case "cancelled":
      if (flow.step !== "confirm" && flow.step !== "block") return flow;
      return { step: "closed", lastStep: flow.step, isReported: false };
    case "sent":
    case "failed":
      if (flow.step !== "sending") return flow;
      return { step: "closed", lastStep: "block", isReported: event.kind === "sent" };
  }
}
