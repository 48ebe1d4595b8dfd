import fc from "fast-check";
import { expect, test } from "vitest";
import {
  followReport,
  initialReportFlow,
  type ReportEvent,
  type ReportFlow,
} from "./report-flow.ts";

const runEvents = (...events: ReportEvent[]): ReportFlow =>
  events.reduce(followReport, initialReportFlow);
const chooseOne = { kind: "reach_chosen", reach: "unit" } as const;
const chooseSeveral = { kind: "reach_chosen", reach: "multiple" } as const;
const chooseMode = (mode: "unit" | "multiple" | "multipleWithBlock") =>
  ({ kind: "mode_chosen", mode }) as const;
const cancelled = { kind: "cancelled" } as const;
const sent = { kind: "sent" } as const;
const failed = { kind: "failed" } as const;

test("BOX-10 after choosing what to report, the reader is asked whether to block", () => {
  expect(runEvents(chooseOne)).toEqual({ step: "block", reach: "unit" });
  expect(runEvents(chooseSeveral)).toEqual({ step: "block", reach: "multiple" });
});

test("BOX-10 nothing is sent before the reader has chosen what to report and whether to block", () => {
  expect(runEvents(chooseMode("unit"))).toEqual(initialReportFlow);
  expect(runEvents(sent)).toEqual(initialReportFlow);
});

test("BOX-11 BOX-12 the chosen mode is sent, and the flow closes with the outcome", () => {
  const sending = runEvents(chooseOne, chooseMode("multipleWithBlock"));
  expect(sending).toEqual({ step: "sending", mode: "multipleWithBlock" });
  expect(runEvents(chooseSeveral, chooseMode("multiple"))).toEqual({
    step: "sending",
    mode: "multiple",
  });
  const closed = { step: "closed", after: "block" };
  expect(followReport(sending, sent)).toEqual({ ...closed, isReported: true });
  expect(followReport(sending, failed)).toEqual({ ...closed, isReported: false });
});

test("BOX-10 a report can be cancelled in either step, but not while it is being sent", () => {
  const cancelledFlow = { step: "closed", isReported: false };
  expect(runEvents(cancelled)).toEqual({ ...cancelledFlow, after: "confirm" });
  expect(runEvents(chooseOne, cancelled)).toEqual({ ...cancelledFlow, after: "block" });
  expect(runEvents(chooseOne, chooseMode("unit"), cancelled)).toEqual({
    step: "sending",
    mode: "unit",
  });
});

test("BOX-10 after any events, `isReported` says whether the report was sent, and a closed flow never changes", () => {
  const events = fc.constantFrom(
    chooseOne,
    chooseSeveral,
    chooseMode("unit"),
    cancelled,
    sent,
    failed,
  );
  fc.assert(
    fc.property(fc.array(events), (sequence) => {
      const steps = [initialReportFlow];
      for (const event of sequence) steps.push(followReport(steps.at(-1) as ReportFlow, event));
      const end = steps.findIndex(({ step }) => step === "closed");
      const stepsAfterEnd = steps.slice(end);
      expect(end < 0 || stepsAfterEnd.every((flow) => flow === stepsAfterEnd[0])).toBe(true);
      const last = steps.at(-1) as ReportFlow;
      const wasSent = end > 0 && sequence[end - 1] === sent;
      expect(last.step === "closed" && last.isReported).toBe(wasSent);
    }),
  );
});
