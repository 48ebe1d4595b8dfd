import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/** Mails an account what is new, if anything is. `sealRecipient` creates `sealed_recipient`. */
export const sendDigestJob = defineJob(
  "send_digest",
  { sealed_recipient: Type.String() },
  // The last retry is after an hour, because mail servers can be unavailable for a while.
  { retries: { limit: 8, first_seconds: 15 }, concurrency: 20 },
);
