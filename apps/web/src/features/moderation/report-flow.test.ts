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

test("BOX-11 BOX-12 the chosen mode is sent, and the closed flow says whether the report succeeded", () => {
  const sending = runEvents(chooseOne, chooseMode("multipleWithBlock"));
  expect(sending).toEqual({ step: "sending", mode: "multipleWithBlock" });
  expect(runEvents(chooseSeveral, chooseMode("multiple"))).toEqual({
    step: "sending",
    mode: "multiple",
  });
  const closed = { step: "closed", lastStep: "block" };
  expect(followReport(sending, sent)).toEqual({ ...closed, isReported: true });
  expect(followReport(sending, failed)).toEqual({ ...closed, isReported: false });
});

test("BOX-10 a report can be cancelled in either step, but not while it is being sent", () => {
  const cancelledFlow = { step: "closed", isReported: false };
  expect(runEvents(cancelled)).toEqual({ ...cancelledFlow, lastStep: "confirm" });
  expect(runEvents(chooseOne, cancelled)).toEqual({ ...cancelledFlow, lastStep: "block" });
  expect(runEvents(chooseOne, chooseMode("unit"), cancelled)).toEqual({
    step: "sending",
    mode: "unit",
  });
});

test("BOX-10 after any events, `isReported` is true only if the report was sent, and a closed flow never changes", () => {
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
      const flows = [initialReportFlow];
      for (const event of sequence) flows.push(followReport(flows.at(-1) as ReportFlow, event));
      const closedAt = flows.findIndex(({ step }) => step === "closed");
      const isClosed = closedAt >= 0;
      const closedFlows = isClosed ? flows.slice(closedAt) : [];
      expect(closedFlows.every((flow) => flow === closedFlows[0])).toBe(true);
      const last = flows.at(-1) as ReportFlow;
      const isClosedBySending = isClosed && sequence[closedAt - 1] === sent;
      expect(last.step === "closed" && last.isReported).toBe(isClosedBySending);
    }),
  );
});
