import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/** What account holders are told by mail, whatever their settings. Each has two texts, `mail_<kind>_…`. */
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
] as const;
export type SecurityMailKind = (typeof securityMailKinds)[number];

// Mail servers may be away for a while: the last retry is after an hour.
const retries = { limit: 8, first_seconds: 15 };

/**
 * Tells an account, at its confirmed address, that something of its security changed. The statement that
 * changes it enqueues the job:
 *
 *     enqueueSql([sendSecurityMailJob], "updated_user", { user_pk: "pk", kind: "'password_changed'" })
 */
export const sendSecurityMailJob = defineJob(
  "send_security_mail",
  { user_pk: Type.Integer(), kind: Type.Enum([...securityMailKinds]) },
  { retries },
);

/** Mails the link of a row in `mail_links`. Its token is created then, so that no job contains it. */
export const sendMailLinkJob = defineJob("send_mail_link", { id: Type.String() }, { retries });
