import { type EmailReminderReason, emailReminderDays } from "@toibako/contract/mails.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { awaySinceSql } from "#platform/identity/activity.ts";
import { hashToken, type Secrets } from "#platform/identity/secrets.ts";
import type { Services } from "#platform/services.ts";
import { maySignInSql } from "../accounts/queries/left-accounts.ts";
import { hasMissedTalk } from "../talks/queries/missed-talks.ts";

const selectRecipient = statement(
  "mails.selectRecipient",
  `
  select account, locale, confirmed_email as "confirmed_email!" from users
  where pk = :user_pk and confirmed_email is not null`,
);

type Recipient = Row<"mails.selectRecipient">;

/** Finds an account with a confirmed address; undefined for other accounts. */
export async function findRecipient(db: Db, user_pk: number) {
  return (await selectRecipient(db, { user_pk }))[0];
}

/** What mails to accounts are sealed for. */
const recipientOwner = "mail recipient";

/** Seals the recipient of a mail to an account that is about to be destroyed; null without a confirmed address. */
export async function sealRecipient(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  user_pk: number,
): Promise<string | null> {
  const recipient = await findRecipient(db, user_pk);
  if (!recipient) return null;
  return secrets.seal(JSON.stringify(recipient), recipientOwner).toString("base64url");
}

/** Opens what `sealRecipient` has sealed; undefined if the secret key has changed since. */
export function unsealRecipient(secrets: Secrets, sealed: string): Recipient | undefined {
  const text = secrets.unseal(Buffer.from(sealed, "base64url"), recipientOwner);
  return text === undefined ? undefined : (JSON.parse(text) as Recipient);
}

const selectLink = statement(
  "mails.selectLink",
  `
  select mail_links.purpose, mail_links.email, u.account
  from mail_links join users u on u.pk = mail_links.user_pk
  where mail_links.token_hash = :token_hash and mail_links.expires_at > now()
    and (u.left_at is null or (mail_links.purpose = 'undo_email' and ${maySignInSql}))`,
);

/** Finds a mail link by its token; undefined if it is used or expired, or if it sets a password. */
export async function findMailLink(db: Db, token: string) {
  const [link] = await selectLink(db, { token_hash: hashToken(token) });
  if (!link || link.purpose === "reset_password" || link.purpose === "notify_change") {
    return undefined;
  }
  return { ...link, purpose: link.purpose };
}

// The day after the last one before an absence is the first of which the account can have missed something. A question of
// a community or to oneself isn't missed.
const selectReminder = statement(
  "mails.selectReminder",
  `
  select to_char(absence.since + 1, 'YYYY-MM-DD') as "missed_since!", exists (
    select from questions q
    where q.receiver_pk = u.pk and q.status = 'unread' and not q.is_self and q.original_pk is null
      and q.asked_hour >= absence.since + 1
  ) as "has_missed_question!"
  from users u cross join lateral (select ${awaySinceSql} as since) absence
  where u.pk = :user_pk and u.confirmed_email is null and absence.since is not null
    and coalesce(u.email_reminded_on <= current_date - ${emailReminderDays}, true)`,
);

/** Finds the reason to ask an account for an email address now; null if there is none. */
export async function findReminderReason(
  services: Pick<Services, "db" | "config">,
  user_pk: number,
): Promise<EmailReminderReason | null> {
  const [row] = await selectReminder(services.db, { user_pk });
  if (!row) return null;
  if (row.has_missed_question) return "first_question";
  return (await hasMissedTalk(services, user_pk, row.missed_since)) ? "first_talk" : null;
}
