import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/** The kinds of security mails. Each has two texts: `mail_<kind>_subject` and `mail_<kind>_text`. */
export const securityMailKinds = [
  "password_changed",
  "password_removed",
  "provider_linked",
  "provider_unlinked",
  "totp_turned_on",
  "totp_turned_off",
  "recovery_codes_replaced",
  "passkey_added",
  "passkey_removed",
  "account_left",
  "handle_changed",
  "email_restored",
  /** By staff. */
  "birthday_changed",
] as const;
export type SecurityMailKind = (typeof securityMailKinds)[number];

// The last retry is after an hour, because mail servers can be unavailable for a while.
const options = { retries: { limit: 8, first_seconds: 15 }, concurrency: 10 };

/**
 * Sends a security mail to the confirmed address of an account. The statement that makes the change enqueues
 * the job:
 *
 *     enqueueSql([sendSecurityMailJob], "updated_user", { user_pk: "pk", kind: "'password_changed'" })
 */
export const sendSecurityMailJob = defineJob(
  "send_security_mail",
  { user_pk: Type.Integer(), kind: Type.Enum([...securityMailKinds]) },
  options,
);

/** Mails that staff have destroyed an account; `recipient` is from `sealRecipient`. */
export const sendDestructionMailJob = defineJob(
  "send_destruction_mail",
  { recipient: Type.String() },
  options,
);

/** Mails the link of a row in `mail_links`. Its handler creates the token, so that no job contains it. */
export const sendMailLinkJob = defineJob("send_mail_link", { id: Type.String() }, options);
