import { randomBytes } from "node:crypto";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { lockThen } from "#platform/database/transaction.ts";
import { publishConversation } from "#platform/events/events.ts";
import type { Secrets } from "#platform/identity/secrets.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { lockConversation } from "../../messages/commands.ts";
import { receiverNumber, starterNumber, unsealStarter } from "../policy.ts";
import { findStartedTalks, listTags } from "../queries/started-talks.ts";
import { enqueuePartnerNotice } from "./messages.ts";

/** Maximum number of talks or messages that one statement reads or changes. */
const batchSize = 200;

const selectReceived = statement(
  "talks.selectReceivedToErase",
  `
  select conversations.uuid from participants
  join conversations on conversations.pk = participants.conversation_pk
  join talks on talks.conversation_pk = participants.conversation_pk
  where participants.user_pk = :user_pk and participants.number = ${receiverNumber} limit ${batchSize}`,
);

const selectUuids = statement(
  "talks.selectUuids",
  "select uuid from conversations where pk = any(:pks::bigint[])",
);

const selectSealed = statement(
  "talks.selectSealed",
  `
  select conversations.pk as conversation_pk, conversations.last_change, talks.sealed_starter,
    talks.pseudonym, talks.arrived_minute, talks.is_held, receiver.user_pk as receiver_pk
  from conversations
  join talks on talks.conversation_pk = conversations.pk
  join participants receiver
    on receiver.conversation_pk = conversations.pk and receiver.number = ${receiverNumber}
  where conversations.uuid = :uuid`,
);

// Each message gets a number of its own, as if it had been taken back by itself: the pages of changes end at a number.
const eraseMessages = statement(
  "talks.eraseMessages",
  `
  with erased as (
    select number, row_number() over (order by number) as position from (
      select number from messages
      where conversation_pk = :conversation_pk and sender_number = :sender_number and body is not null
      order by number limit ${batchSize}
    ) batch
  ), changed as (
    update conversations set last_change = last_change + (select count(*) from erased)
    where pk = :conversation_pk
    returning last_change - (select count(*) from erased) as former_change
  )
  update messages set body = null, change = changed.former_change + erased.position
  from erased, changed
  where messages.conversation_pk = :conversation_pk and messages.number = erased.number
  returning messages.change`,
);

/** SQL: deletes the messages of a participant that staff have hidden because the other one had reported them. */
const buildDeleteHiddenSql = (reporter_number: number) => `
  delete from hidden_contents
  where kind = 'talk'
    and object = (select uuid || '-${reporter_number}' from conversations where pk = :conversation_pk)`;

// The random bytes have the length of the values that they replace, and open to nothing.
const forgetStarter = statement(
  "talks.forgetStarter",
  `
  with forgotten_talk as (
    update talks set sealed_starter = :sealed_starter, pseudonym = :pseudonym
    where conversation_pk = :conversation_pk
  ), deleted_hidden as (${buildDeleteHiddenSql(receiverNumber)})
  update participants set user_pk = null
  where conversation_pk = :conversation_pk and number = ${starterNumber}`,
);

const forgetReceiver = statement(
  "talks.forgetReceiver",
  `
  with deleted_hidden as (${buildDeleteHiddenSql(starterNumber)})
  update participants set user_pk = null
  where conversation_pk = :conversation_pk and number = ${receiverNumber}`,
);

const deleteMessages = statement(
  "talks.deleteMessages",
  `
  delete from messages where conversation_pk = :conversation_pk and number in (
    select number from messages where conversation_pk = :conversation_pk limit ${batchSize}
  ) returning number`,
);

const deleteConversation = statement(
  "talks.deleteConversation",
  "delete from conversations where pk = :conversation_pk",
);

const deleteTags = statement(
  "talks.deleteStarterTags",
  "delete from started_talks where tag = any(:tags::bytea[])",
);

/**
 * Erases what a destroyed account has written in talks, and its place in them. Its partners keep what they have written;
 * a talk that has no partner, or that its receiver has never seen, is deleted. A call after a failure erases the rest.
 */
export async function eraseTalks(services: Services, viewer: SignedIn): Promise<void> {
  const { db, secrets } = services;
  const user_pk = viewer.user.pk;
  let received = await selectReceived(db, { user_pk });
  while (received.length > 0) {
    for (const { uuid } of received) {
      await eraseTalk(services, { user_pk, uuid, number: receiverNumber });
    }
    received = await selectReceived(db, { user_pk });
  }
  const { conversation_pks, count } = await findStartedTalks(db, secrets, viewer.identity);
  for (let start = 0; start < conversation_pks.length; start += batchSize) {
    const pks = conversation_pks.slice(start, start + batchSize);
    for (const { uuid } of await selectUuids(db, { pks })) {
      await eraseTalk(services, { user_pk, uuid, number: starterNumber });
    }
  }
  // Last, because they find the talks; and from the last one on, so that a call after a failure finds the others.
  for (let end = count; end > 0; end -= batchSize) {
    const start = Math.max(0, end - batchSize);
    await deleteTags(db, { tags: listTags(secrets, viewer.identity, start, end - start) });
  }
}

/** A participant of a talk whose account was destroyed. */
interface ErasedParticipant {
  user_pk: number;
  uuid: string;
  number: typeof starterNumber | typeof receiverNumber;
}

async function eraseTalk(services: Services, participant: ErasedParticipant): Promise<void> {
  const { uuid } = participant;
  let result: Erasure = "unfinished";
  while (result === "unfinished") {
    result = await lockThen(
      services.db,
      (db) => lockConversation(db, uuid),
      (db) => eraseBatch(db, services.secrets, participant),
    );
  }
  if (result === "finished") return;
  const { partner_pk, last_change } = result;
  const partner = services.secrets.deriveAccountIdentity(partner_pk);
  publishConversation(services, partner, { uuid, last_change });
}

/** What a batch has done; for the last one, whose pages need to know. */
type Erasure = "unfinished" | "finished" | { partner_pk: number; last_change: number };

/** Erases a batch of messages in a locked talk, and after the last batch the participant. */
async function eraseBatch(
  db: Db,
  secrets: Secrets,
  { user_pk, uuid, number }: ErasedParticipant,
): Promise<Erasure> {
  const [talk] = await selectSealed(db, { uuid });
  if (!talk) return "finished";
  const { conversation_pk, receiver_pk } = talk;
  const starter_pk = unsealStarter(secrets, uuid, talk.sealed_starter);
  const isStarter = number === starterNumber;
  // An earlier attempt has erased the starter.
  if (isStarter && starter_pk !== user_pk) return "finished";
  const partner_pk = isStarter ? receiver_pk : starter_pk;
  // A talk that has not arrived is nobody's without its starter.
  if (!partner_pk || (isStarter && !talk.arrived_minute)) {
    if ((await deleteMessages(db, { conversation_pk })).length === batchSize) return "unfinished";
    await deleteConversation(db, { conversation_pk });
    return "finished";
  }
  const erased = await eraseMessages(db, { conversation_pk, sender_number: number });
  if (erased.length === batchSize) return "unfinished";
  if (isStarter) await forgetStarter(db, { conversation_pk, ...createRandomCopies(talk) });
  else await forgetReceiver(db, { conversation_pk });
  await enqueuePartnerNotice(db, { uuid, is_starter: isStarter });
  // A talk that waits is not there for its receiver's open pages.
  if (isStarter && talk.is_held) return "finished";
  const last_change = Math.max(talk.last_change, ...erased.map(({ change }) => change));
  return { partner_pk, last_change };
}

const createRandomCopies = ({ sealed_starter, pseudonym }: Row<"talks.selectSealed">) => ({
  sealed_starter: randomBytes(sealed_starter.length),
  pseudonym: randomBytes(pseudonym.length),
});
