import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/** Sends a push to the devices of an account. `sealRecipient` creates `sealed_recipient`. */
export const sendPushJob = defineJob(
  "send_push",
  { sealed_recipient: Type.String() },
  // Twice as many as the calls to one push service (`peers.ts`), so that a slow one leaves room for the others. Two
  // retries follow at once and the others at the next full hours (`hide-times.ts`): a push service may be down for longer
  // than the pause of `peers.ts`, in which retries fail without a call.
  { concurrency: 20, retries: { limit: 4, first_seconds: 2 } },
);
