import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/** Mails an account what is new, if anything is; `sealed_recipient` is made by `sealRecipient`. */
export const sendDigestJob = defineJob(
  "send_digest",
  { sealed_recipient: Type.String() },
  // Mail servers may be away for a while: the last retry is after an hour.
  { retries: { limit: 8, first_seconds: 15 } },
);
