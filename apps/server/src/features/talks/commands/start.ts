import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";
import { floorToHour } from "#platform/dates.ts";
import { Failure } from "#platform/http/failure.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { findByAnyHandle } from "../../accounts/queries/handles.ts";
import {
  findOwnRefusal,
  findStartRefusal,
  receiverNumber,
  sealStarter,
  starterNumber,
} from "../policy.ts";
import { findStartedTalks } from "../queries/started-talks.ts";
import { findPartner } from "../queries/talk.ts";

const selectReceiver = statement(
  "talks.selectReceiver",
  "select pk from users where lower(account) = lower(:account) and left_at is null",
);

const selectByPseudonym = statement(
  "talks.selectByPseudonym",
  `
  select conversations.uuid from talks
  join conversations on conversations.pk = talks.conversation_pk
  where talks.pseudonym = :pseudonym`,
);

// One starter's talks are started one after another, since each takes the next number. The key of the lock is derived
// from the starter's identity and is in no table.
const lockStarter = statement(
  "talks.lockStarter",
  'select true as "is_locked!" from (select pg_advisory_xact_lock(:key::text::bigint)) locked',
);

// Inserts the tag first, with the key of the talk: see `claimedTagSql` of the questions.
const insertTalk = statement(
  "talks.insert",
  `
  with claimed_tag as (
    insert into started_talks (tag, conversation_pk)
    values (:tag, nextval(pg_get_serial_sequence('conversations', 'pk')))
    returning conversation_pk
  ), new_conversation as (
    insert into conversations (pk, uuid, last_posted_minute)
    select conversation_pk, :uuid, :started_hour from claimed_tag
    returning pk
  ), new_participants as (
    insert into participants (conversation_pk, number, user_pk)
    select pk, number, user_pk from new_conversation, (
      values (${starterNumber}, null), (${receiverNumber}, :receiver_pk::bigint)
    ) as two (number, user_pk)
  )
  insert into talks (conversation_pk, pseudonym, sealed_starter)
  select pk, :pseudonym, :sealed_starter from new_conversation
  returning conversation_pk`,
);

/**
 * Starts a talk with an account, or finds the one that the starter has started with it before, and returns its id.
 * `countStart` counts a new talk and throws if there were too many.
 */
export async function startTalk(
  services: Services,
  starter: SignedIn,
  account: string,
  countStart: () => Promise<void>,
): Promise<string> {
  const { db, secrets } = services;
  const ownRefusal = findOwnRefusal({ writer: starter.user });
  if (ownRefusal) throw new Failure(ownRefusal);
  const receiver = await findByAnyHandle(services, account, async (handle) => {
    const [row] = await selectReceiver(db, { account: handle });
    return row;
  });
  if (!receiver) throw new Failure("not_found");
  if (receiver.pk === starter.user.pk) throw new Failure("refused");
  const pseudonym = secrets.deriveStarterPseudonym(receiver.pk, starter.identity);
  const [existing] = await selectByPseudonym(db, { pseudonym });
  if (existing) return existing.uuid;
  await refuseStart(services, starter, receiver.pk);
  await countStart();
  return storeTalk(services, starter, receiver.pk, pseudonym);
}

async function refuseStart(services: Services, starter: SignedIn, receiver_pk: number) {
  const partner = await findPartner(services, starter, receiver_pk);
  const refusal = findStartRefusal({ writer: starter.user, partner });
  if (refusal) throw new Failure(refusal);
}

function storeTalk(
  { db, secrets }: Services,
  { user, identity }: SignedIn,
  receiver_pk: number,
  pseudonym: Buffer,
): Promise<string> {
  return transaction(db, async (db: Db) => {
    await lockStarter(db, { key: secrets.deriveLockKey("talk", identity) });
    // A simultaneous call may have started the same talk.
    const [existing] = await selectByPseudonym(db, { pseudonym });
    if (existing) return existing.uuid;
    const { count } = await findStartedTalks(db, secrets, identity);
    const uuid = createPublicId();
    await insertTalk(db, {
      uuid,
      pseudonym,
      receiver_pk,
      tag: secrets.deriveStarterTag(identity, count + 1),
      sealed_starter: sealStarter(secrets, uuid, user.pk),
      started_hour: floorToHour(new Date()),
    });
    return uuid;
  });
}
