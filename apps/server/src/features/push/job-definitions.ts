import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/** Sends a push to the devices of an account. `sealRecipient` creates `sealed_recipient`. */
export const sendPushJob = defineJob(
  "send_push",
  { sealed_recipient: Type.String() },
  // Twice as many as the calls to one push service (`peers.ts`), so that a slow one leaves room for the others.
  { concurrency: 20 },
);
