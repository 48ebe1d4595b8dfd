import fc from "fast-check";
import { expect, test } from "vitest";
import {
  followReport,
  initialReportFlow,
  type ReportEvent,
  type ReportFlow,
} from "./report-flow.ts";

const run = (...events: ReportEvent[]): ReportFlow =>
  events.reduce(followReport, initialReportFlow);
const opened = { kind: "opened" } as const;
const chosen = { kind: "report_chosen" } as const;
const block = { kind: "mode_chosen", mode: "block" } as const;
const report = { kind: "mode_chosen", mode: "report" } as const;
const sent = { kind: "sent" } as const;
const failed = { kind: "failed" } as const;
const closed = { kind: "closed" } as const;

test("TALK-23 a report goes from its form to the choice of a block", () => {
  expect(run()).toEqual({ step: "before_report" });
  expect(run(opened)).toEqual({ step: "before_selected" });
  expect(run(opened, chosen)).toEqual({ step: "selected_report", hasFailed: false });
});

test("TALK-23 the chosen mode decides whether the report is sent with a block", () => {
  expect(run(opened, chosen, block)).toEqual({ step: "selected_report_with_block" });
  expect(run(opened, chosen, report)).toEqual({ step: "not_selected_report_with_block" });
});

test("TALK-25 a sent report is confirmed with its mode, and a new one can begin", () => {
  expect(run(opened, chosen, block, sent)).toEqual({ step: "confirmed", mode: "block" });
  expect(run(opened, chosen, report, sent)).toEqual({ step: "confirmed", mode: "report" });
  expect(run(opened, chosen, report, sent, opened)).toEqual({ step: "before_selected" });
});

test("TALK-25 after a failure the mode can be chosen again", () => {
  expect(run(opened, chosen, block, failed)).toEqual({ step: "selected_report", hasFailed: true });
  expect(run(opened, chosen, block, failed, report, sent)).toEqual({
    step: "confirmed",
    mode: "report",
  });
});

test("TALK-23 closing before the report is sent ends it, and not while it is being sent", () => {
  const step = "not_selected_report";
  expect(run(opened, closed)).toEqual({ step, lastStep: "before_selected" });
  expect(run(opened, chosen, closed)).toEqual({ step, lastStep: "selected_report" });
  expect(run(opened, chosen, block, closed)).toEqual({ step: "selected_report_with_block" });
});

test("TALK-23 whatever happens, a report is confirmed only after both choices and the reply", () => {
  const events = fc.constantFrom(opened, chosen, block, report, sent, failed, closed);
  fc.assert(
    fc.property(fc.array(events), (sequence) => {
      let flow = initialReportFlow;
      for (const event of sequence) {
        const before = flow;
        flow = followReport(flow, event);
        if (flow.step !== "confirmed" || before.step === "confirmed") continue;
        expect(event).toBe(sent);
        const sendingStep =
          flow.mode === "block" ? "selected_report_with_block" : "not_selected_report_with_block";
        expect(before.step).toBe(sendingStep);
      }
    }),
  );
});
