import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/** Sends a push to the devices of an account. `sealRecipient` creates `sealed_recipient`. */
export const sendPushJob = defineJob(
  "send_push",
  { sealed_recipient: Type.String() },
  // A push isn't worth repeating later. Meanwhile the other devices of the account would get theirs again.
  // Twice as many as the calls to one push service (`peers.ts`), so that a slow one leaves room for the others.
  { concurrency: 20, retries: { limit: 2, first_seconds: 2 } },
);
