import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { publishCounts } from "#platform/events/events.ts";
import type { Secrets } from "#platform/identity/secrets.ts";
import { listOwnIdentities, type Viewer } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { enqueueTableRewriteSql } from "../notices/job-definitions.ts";

const deleteByOwner = statement(
  "outbox.deleteUnreadOfOwners",
  "delete from unread_answers where owner_key = any(:owner_keys::bytea[])",
);

/** Marks all answers to a sender's questions as read. */
export async function markAnswersRead(services: Services, viewer: Viewer): Promise<void> {
  const { db, secrets } = services;
  await deleteByOwner(db, {
    owner_keys: listOwnIdentities(viewer).map(secrets.unreadAnswersOwner),
  });
  if (viewer.identity) publishCounts(services, viewer.identity);
}

const insertUnread = statement(
  "outbox.insertUnread",
  `
  insert into unread_answers (tag, owner_key)
  select given.tag, given.owner_key
  from unnest(:tags::bytea[], :owner_keys::bytea[]) as given (tag, owner_key)
  on conflict (tag) do nothing`,
);

/** An answered question and the identity of its sender. */
export interface AnswerForSender {
  uuid_hash: string;
  identity: Buffer;
}

/** Marks answers as unread for the senders of the questions. */
export async function addUnreadAnswers(
  db: Db,
  secrets: Secrets,
  answers: readonly AnswerForSender[],
): Promise<void> {
  const tags = answers.map(({ uuid_hash }) => secrets.unreadAnswerTag(uuid_hash));
  const owner_keys = answers.map(({ identity }) => secrets.unreadAnswersOwner(identity));
  await insertUnread(db, { tags, owner_keys });
}

const deleteByTag = statement(
  "outbox.deleteUnread",
  "delete from unread_answers where tag = any(:tags::bytea[])",
);

/** Removes the unread marks of deleted answers. */
export async function removeUnreadAnswers(
  db: Db,
  secrets: Secrets,
  uuid_hashes: readonly string[],
): Promise<void> {
  await deleteByTag(db, { tags: uuid_hashes.map(secrets.unreadAnswerTag) });
}

const updateOwner = statement(
  "outbox.updateUnreadOwner",
  `
  with moved_answers as (
    update unread_answers set owner_key = :account_key where owner_key = :visitor_key returning tag
  )
  ${enqueueTableRewriteSql("unread_answers", "moved_answers")}`,
);

/**
 * Moves a visitor's unread marks to the account that has adopted the visitor. Their transaction number
 * is next to that of the row that names the account, so the table is rewritten with the next batch.
 */
export async function adoptUnreadAnswers(
  db: Db,
  secrets: Secrets,
  visitor: Buffer,
  account: Buffer,
): Promise<void> {
  await updateOwner(db, {
    visitor_key: secrets.unreadAnswersOwner(visitor),
    account_key: secrets.unreadAnswersOwner(account),
  });
}
