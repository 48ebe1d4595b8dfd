import {
  type EmailReminderReason,
  emailReminderDays,
  emailReminderReasons,
} from "@toibako/contract/mails.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { awaySinceSql } from "#platform/identity/activity.ts";
import { hashToken } from "#platform/identity/secrets.ts";
import { maySignInSql } from "../accounts/queries/left-accounts.ts";

const selectRecipient = statement(
  "mails.selectRecipient",
  `
  select account, locale, confirmed_email as "confirmed_email!" from users
  where pk = :user_pk and confirmed_email is not null`,
);

/** Finds an account with a confirmed address; undefined for other accounts. */
export async function findRecipient(db: Db, user_pk: number) {
  return (await selectRecipient(db, { user_pk }))[0];
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

/**
 * For each reason to ask for an address, the SQL condition that the account `u` has missed something since
 * `absence.since`. If several hold, the first one is the reason. Questions of communities and questions to
 * oneself don't count.
 */
const missedSql: Record<EmailReminderReason, string> = {
  first_question: `exists (
    select from questions q
    where q.receiver_pk = u.pk and q.status = 'unread' and not q.is_self and q.original_pk is null
      and q.asked_hour >= absence.since + 1
  )`,
};

const reasonSql = emailReminderReasons
  .map((reason) => `when ${missedSql[reason]} then '${reason}'`)
  .join(" ");

const selectReminder = statement(
  "mails.selectReminder",
  `
  select case ${reasonSql} end as reason
  from users u cross join lateral (select ${awaySinceSql} as since) absence
  where u.pk = :user_pk and u.confirmed_email is null and absence.since is not null
    and coalesce(u.email_reminded_on <= current_date - ${emailReminderDays}, true)`,
);

/** Finds the reason to ask an account for an email address now; null if there is none. */
export async function findReminderReason(
  db: Db,
  user_pk: number,
): Promise<EmailReminderReason | null> {
  const [row] = await selectReminder(db, { user_pk });
  return emailReminderReasons.find((reason) => reason === row?.reason) ?? null;
}
