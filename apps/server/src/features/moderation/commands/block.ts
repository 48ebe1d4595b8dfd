import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { createFieldFailure, Failure } from "#platform/http/failure.ts";
import type { Secrets } from "#platform/identity/secrets.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { findByAnyHandle } from "../../accounts/queries/handles.ts";
import { removeNoticesOfPartner } from "../../notices/commands/talk-notices.ts";
import { deleteFollowerNoticeJob } from "../../notices/job-definitions.ts";
import { sealBlockedAccount } from "../policy.ts";

// Each question has its own block, so that a receiver can't tell which questions have the same sender. Inserts
// nothing if the question has a block or if another block has the id.
const insertBlockOfSender = statement(
  "moderation.insertBlockOfSender",
  `
  with question as (
    select q.pk, q.receiver_pk, q.body, q.is_self, sealed_senders.pseudonym
    from questions q join sealed_senders on sealed_senders.question_pk = q.pk
    where q.uuid_hash = :question_id and q.receiver_pk = :receiver_pk and q.status <> 'dropped'
  ), new_block as (
    insert into blocks (id, receiver_pk, pseudonym, question_pk, question_body)
    select :id, receiver_pk, pseudonym, pk, body from question where not is_self
    on conflict do nothing
    returning id
  )
  select pk, is_self, (select id from new_block) as id from question`,
);

const selectBlockOfSender = statement(
  "moderation.selectBlockOfSender",
  "select id from blocks where question_pk = :question_pk",
);

interface BlockRequest {
  id: string;
  account?: string | undefined;
  question_id?: string | undefined;
}

/** Blocks either an account or the sender of a received question; returns the id of the block. */
export async function createBlock(
  services: Services,
  viewer: SignedIn,
  { id, account, question_id }: BlockRequest,
): Promise<string> {
  if (account !== undefined && question_id === undefined) {
    return blockAccount(services, viewer, id, account);
  }
  if (account === undefined && question_id !== undefined) {
    return blockSender(services.db, id, viewer.user.pk, question_id);
  }
  throw createFieldFailure("account", "missing_field");
}

/** Blocks the sender of a received question; returns the id of the block. */
export async function blockSender(
  db: Db,
  id: string,
  receiver_pk: number,
  question_id: string,
): Promise<string> {
  const [question] = await insertBlockOfSender(db, { id, question_id, receiver_pk });
  if (!question) throw new Failure("not_found");
  if (question.is_self) throw new Failure("refused");
  return (
    question.id ?? requireEarlierId(await selectBlockOfSender(db, { question_pk: question.pk }))
  );
}

/** Returns the id of the earlier block. Without one, the new id belongs to a block with the same idempotency key. */
function requireEarlierId([earlier]: { id: string }[]): string {
  if (!earlier) throw new Failure("key_reused");
  return earlier.id;
}

export const selectAccount = statement(
  "moderation.selectAccount",
  "select pk from users where lower(account) = lower(:account) and left_at is null",
);

const insertBlockOfAccount = statement(
  "moderation.insertBlockOfAccount",
  `
  insert into blocks (id, receiver_pk, pseudonym, sealed_account)
  values (:id, :receiver_pk, :pseudonym, :sealed_account)
  on conflict do nothing
  returning id`,
);

const selectBlockOfAccount = statement(
  "moderation.selectBlockOfAccount",
  `
  select id from blocks
  where receiver_pk = :receiver_pk and pseudonym = :pseudonym and sealed_account is not null`,
);

// Runs in another transaction than the insertion of the block. Otherwise the block and the changed row of the blocked
// account would have the same transaction id, which would reveal the account that the block seals.
const deleteFollows = statement(
  "moderation.deleteFollows",
  `
  with ended_follows as (
    delete from follows
    where (follower_pk = :receiver_pk and followed_pk = :blocked_pk)
      or (follower_pk = :blocked_pk and followed_pk = :receiver_pk)
    returning follower_pk, followed_pk, is_follower_counted, is_followed_counted
  ), enqueued_jobs as (
    ${enqueueSql([deleteFollowerNoticeJob], "ended_follows")}
  )
  update users u set
    follows_count = u.follows_count - (
      select count(*) from ended_follows where follower_pk = u.pk and is_followed_counted
    ),
    followers_count = u.followers_count - (
      select count(*) from ended_follows where followed_pk = u.pk and is_follower_counted
    )
  where u.pk in (:receiver_pk, :blocked_pk) and exists (select 1 from ended_follows)`,
);

/** Blocks an account by name, and ends follows in both directions with their notices and those of talks. */
async function blockAccount(
  services: Services,
  viewer: SignedIn,
  id: string,
  account: string,
): Promise<string> {
  const { db } = services;
  const receiver_pk = viewer.user.pk;
  const blocked = await findByAnyHandle(services, account, async (handle) => {
    const [row] = await selectAccount(db, { account: handle });
    return row;
  });
  if (!blocked) throw new Failure("not_found");
  if (blocked.pk === receiver_pk) throw new Failure("refused");
  const block_id = await storeBlockOfAccount(services, id, receiver_pk, blocked.pk);
  await deleteFollows(db, { receiver_pk, blocked_pk: blocked.pk });
  await removeNoticesOfPartner(services, viewer, blocked.pk);
  return block_id;
}

/**
 * Stores a block of an account, or finds the earlier one; returns the id of the block. The pseudonym says what it
 * prevents: what is sent anonymously, or also what is done by name, such as following.
 */
async function storeBlockOfAccount(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  id: string,
  receiver_pk: number,
  blocked_pk: number,
  derivePseudonym: Secrets["deriveNamedPseudonym"] = secrets.deriveNamedPseudonym,
): Promise<string> {
  const pseudonym = derivePseudonym(receiver_pk, secrets.deriveAccountIdentity(blocked_pk));
  const sealed_account = sealBlockedAccount(secrets, id, blocked_pk);
  const parameters = { id, receiver_pk, pseudonym, sealed_account };
  const [inserted] = await insertBlockOfAccount(db, parameters);
  return (
    inserted?.id ?? requireEarlierId(await selectBlockOfAccount(db, { receiver_pk, pseudonym }))
  );
}

// Only the receiver of a talk has such a block: the block of a starter would link the starter to the talk.
const insertBlockOfStarter = statement(
  "moderation.insertBlockOfStarter",
  `
  insert into blocks (id, receiver_pk, pseudonym, conversation_pk)
  select :id, :receiver_pk, talks.pseudonym, talks.conversation_pk
  from talks where talks.conversation_pk = :conversation_pk
  on conflict do nothing`,
);

/** What is known of the partner whom a participant of a talk blocks. */
interface BlockedPartner {
  conversation_pk: number;
  /** Undefined for an anonymous starter. */
  named_pk: number | undefined;
  /** Whether both know who the other is. */
  is_starter_shown: boolean;
}

/**
 * Blocks the partner of a talk: by name, or an anonymous starter by their pseudonym. The block by an anonymous starter
 * prevents only what is sent anonymously: if the receiver could no longer find or follow them, the receiver would learn
 * who it is.
 */
export async function blockPartner(
  services: Services,
  viewer: SignedIn,
  id: string,
  { conversation_pk, named_pk, is_starter_shown }: BlockedPartner,
): Promise<void> {
  const { db } = services;
  const receiver_pk = viewer.user.pk;
  if (named_pk === undefined) {
    await insertBlockOfStarter(db, { id, receiver_pk, conversation_pk });
    return;
  }
  const { deriveNamedPseudonym, deriveStarterPseudonym } = services.secrets;
  const derivePseudonym = is_starter_shown ? deriveNamedPseudonym : deriveStarterPseudonym;
  await storeBlockOfAccount(services, id, receiver_pk, named_pk, derivePseudonym);
  if (is_starter_shown) await deleteFollows(db, { receiver_pk, blocked_pk: named_pk });
  await removeNoticesOfPartner(services, viewer, named_pk);
}

const deleteBlock = statement(
  "moderation.deleteBlock",
  "delete from blocks where id = :id and receiver_pk = :receiver_pk returning id",
);

export async function removeBlock(db: Db, id: string, receiver_pk: number): Promise<void> {
  if ((await deleteBlock(db, { id, receiver_pk })).length === 0) throw new Failure("not_found");
}
