import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "../endpoint.ts";
import { defineObject, Timestamp } from "../shapes.ts";
import { caseKinds } from "./cases.ts";
import { staffErrors } from "./console.ts";

/** The largest number of waiting cases or inquiries that is counted; more are shown as "more than". */
export const countedCases = 1_000;
/** Days of the charts. */
export const chartDays = 14;

const Waiting = defineObject({
  /** `countedCases` + 1 if there are more. */
  count: Type.Integer({ minimum: 1, maximum: countedCases + 1 }),
  oldest_hour: Timestamp,
});

export const Overview = defineObject({
  /** The kinds of which cases are open. */
  waiting: Type.Array(defineObject({ kind: Type.Enum([...caseKinds]), ...Waiting.properties })),
  /** Null if no inquiry is open. */
  inquiries: Type.Union([Waiting, Type.Null()]),
  /** The last `chartDays` days of Japan, today last: new accounts, reports, and decisions of staff. */
  days: Type.Array(
    defineObject({
      day: Type.String({ format: "date" }),
      accounts: Type.Integer({ minimum: 0 }),
      reports: Type.Integer({ minimum: 0 }),
      decisions: Type.Integer({ minimum: 0 }),
    }),
  ),
});
export type Overview = Static<typeof Overview>;

/** The first screen of the console. */
export const getOverview = defineEndpoint({
  name: "getOverview",
  summary: "What waits for staff, and the last days",
  method: "GET",
  path: "/api/v2/adm/overview",
  caller: "moderator",
  response: { 200: Overview },
  errors: staffErrors,
  limits: limitCalls(240),
});
