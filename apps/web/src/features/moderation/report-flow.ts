import type { ReportMode } from "@toibako/contract/moderation.ts";

/** The questions that a report covers, before the reader is asked about a block. */
export type Reach = Exclude<ReportMode, "multipleWithBlock">;

/** The state of the dialog that reports; `after` is the step that was open last. */
export type ReportFlow =
  | { step: "confirm" }
  | { step: "block"; reach: Reach }
  | { step: "sending"; mode: ReportMode }
  | { step: "closed"; after: "confirm" | "block"; isReported: boolean };

export type ReportEvent =
  | { kind: "reach_chosen"; reach: Reach }
  | { kind: "mode_chosen"; mode: ReportMode }
  | { kind: "cancelled" }
  | { kind: "sent" }
  | { kind: "failed" };

export const initialReportFlow: ReportFlow = { step: "confirm" };

/** The next state. Events that don't fit the current state are ignored. */
export function followReport(flow: ReportFlow, event: ReportEvent): ReportFlow {
  switch (event.kind) {
    case "reach_chosen":
      return flow.step === "confirm" ? { step: "block", reach: event.reach } : flow;
    case "mode_chosen":
      return flow.step === "block" ? { step: "sending", mode: event.mode } : flow;
    case "cancelled":
      if (flow.step !== "confirm" && flow.step !== "block") return flow;
      return { step: "closed", after: flow.step, isReported: false };
    case "sent":
    case "failed":
      if (flow.step !== "sending") return flow;
      return { step: "closed", after: "block", isReported: event.kind === "sent" };
  }
}
