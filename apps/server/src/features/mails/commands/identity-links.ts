import { identityLinkMinutes } from "@toibako/contract/factors.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { secondsPerMinute } from "#platform/durations.ts";
import { Failure } from "#platform/http/failure.ts";
import { createPublicId, hashToken } from "#platform/identity/secrets.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import { sendMailLinkJob } from "../job-definitions.ts";

/** Maximum number of unused links of one account. */
const maxUnusedLinks = 3;

// Stores a link for an account that has a confirmed address and no password, unless it has too many unused links.
const insertLink = statement(
  "mails.insertIdentityLink",
  `
  with recipient as (
    select pk, confirmed_email from users
    where pk = :user_pk and password_hash is null and confirmed_email is not null
  ), new_link as (
    insert into mail_links (id, purpose, user_pk, email, expires_at)
    select :link_id, 'confirm_identity', pk, confirmed_email,
      now() + interval '${identityLinkMinutes} minutes'
    from recipient
    where (
      select count(*) from mail_links unused
      where unused.user_pk = recipient.pk and unused.purpose = 'confirm_identity' and unused.expires_at > now()
    ) < ${maxUnusedLinks}
    returning id
  ), enqueued_jobs as (
    ${enqueueSql([sendMailLinkJob], "new_link")}
  )
  select exists (select from recipient) as "may_mail!", exists (select from new_link) as "is_sent!"`,
);

/**
 * Enqueues a mail with a link that confirms the identity of an account. An account with a password doesn't need
 * this, because a forgotten password can be reset by mail.
 */
export async function enqueueIdentityLink(db: Db, user_pk: number): Promise<void> {
  const [row] = await insertLink(db, { user_pk, link_id: createPublicId() });
  if (!row?.may_mail) throw new Failure("refused");
  if (!row.is_sent)
    throw new Failure("too_many", { retry_after: identityLinkMinutes * secondsPerMinute });
}

const deleteLink = statement(
  "mails.deleteIdentityLink",
  `
  delete from mail_links
  where token_hash = :token_hash and purpose = 'confirm_identity' and user_pk = :user_pk
    and expires_at > now()
  returning user_pk`,
);

/** Uses up a link that confirms the identity of this account; throws `not_found` if it is used or expired. */
export async function consumeIdentityLink(db: Db, user_pk: number, token: string): Promise<void> {
  const deleted = await deleteLink(db, { user_pk, token_hash: hashToken(token) });
  if (deleted.length === 0) throw new Failure("not_found");
}
