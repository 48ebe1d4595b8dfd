import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { lockThen } from "#platform/database/transaction.ts";
import { publishCounts } from "#platform/events/events.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { lockConversation } from "../../messages/commands.ts";
import { enqueuePush } from "../../push/commands.ts";
import { receiverNumber, starterNumber } from "../../talks/policy.ts";
import { findNoticedTalks, type NoticedTalk } from "../../talks/queries/noticed-talks.ts";
import { deleteSealed, type NewNotice, removeNotices, storeSealed } from "../commands.ts";
import { formatTalkPath, shuffle } from "../policy.ts";
import { changeReadStates, enqueueNoticesRewrite } from "./read-states.ts";
import { rewriteAfterBatch } from "./rewriting.ts";
import { publishNotice, storeNotice } from "./send-notices.ts";

// One notice for each talk. It follows the talk: it is stored or renewed if a message is unread, and deleted otherwise.
// The jobs run a few seconds after a message, so that a visible page that shows the talk has marked it as read before.
const kind = "new_talk_message" as const;

/** Stores, renews or deletes the notice of a talk for its receiver. */
export async function updateReceiverNotice(services: Services, talk_uuid: string): Promise<void> {
  const lock = (db: Db) => lockConversation(db, talk_uuid);
  // Without the lock, the receiver could read the message after it was found unread and before its notice is stored.
  const changed = await lockThen(services.db, lock, async (db) => {
    const [talk] = await findNoticedTalks({ ...services, db }, [talk_uuid], receiverNumber);
    if (!talk) return undefined;
    const { user_pk, is_due } = talk;
    if (is_due) {
      const notice = createReceivedNotice(talk);
      return (await storeNotice(db, services, user_pk, notice)) ? { user_pk, notice } : undefined;
    }
    return (await removeNotices(db, user_pk, kind, [talk_uuid])) ? { user_pk } : undefined;
  });
  if (changed?.notice) publishNotice(services, changed.user_pk, changed.notice);
  else if (changed) {
    publishCounts(services, services.secrets.deriveAccountIdentity(changed.user_pk));
  }
}

const createReceivedNotice = ({ uuid, is_answered, newest_number }: NoticedTalk): NewNotice => ({
  kind,
  subject: uuid,
  count: newest_number,
  detail: is_answered ? undefined : "talk_request",
  urn: formatTalkPath(uuid),
});

const selectTags = statement(
  "notices.selectTags",
  "select tag from notices where tag = any(:tags::bytea[])",
);

/** Finds which of these talks have a notice for their starter. */
async function findNotifiedTalks<T extends { uuid: string; identity: Buffer }>(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  talks: readonly T[],
): Promise<Set<T>> {
  const talkOfTag = new Map(
    talks.map((talk) => [
      secrets.deriveNoticeTag(talk.identity, kind, talk.uuid).toString("hex"),
      talk,
    ]),
  );
  const tags = [...talkOfTag.keys()].map((tag) => Buffer.from(tag, "hex"));
  const rows = await selectTags(db, { tags });
  return new Set(rows.flatMap(({ tag }) => talkOfTag.get(Buffer.from(tag).toString("hex")) ?? []));
}

type StartedTalk = NoticedTalk & { identity: Buffer };

/** Finds talks for the notices of their starters, in random order. */
async function findStartedTalks(
  services: Services,
  talk_uuids: readonly string[],
): Promise<StartedTalk[]> {
  const talks = await findNoticedTalks(services, talk_uuids, starterNumber);
  const { deriveAccountIdentity } = services.secrets;
  return shuffle(talks).map((talk) => ({
    ...talk,
    identity: deriveAccountIdentity(talk.user_pk),
  }));
}

/**
 * Stores, renews or deletes the notices of talks for their starters: sealed and without an owner, in one transaction and
 * in random order, and enqueues a push for each notified account. Nothing is written about talks that their starters
 * have read.
 */
export async function updateStarterNotices(
  services: Services,
  talk_uuids: readonly string[],
): Promise<void> {
  const found = await findStartedTalks(services, talk_uuids);
  const notified = await findNotifiedTalks(services, found);
  const candidates = found.filter((talk) => talk.is_due || notified.has(talk));
  if (candidates.length === 0) return;
  const stored = await storeStarterNotices(services, candidates);
  await removeReadNotices(services, stored);
  await rewriteAfterBatch(services);
  const arrived = new Set(stored.map(({ user_pk }) => user_pk));
  for (const { identity, user_pk } of candidates) {
    publishCounts(services, identity, arrived.delete(user_pk) ? kind : undefined);
  }
}

/** Writes the notices of these talks as they are after the read states are locked; returns the talks with a new one. */
async function storeStarterNotices(
  services: Services,
  candidates: readonly StartedTalk[],
): Promise<StartedTalk[]> {
  const { db, secrets } = services;
  const identities = candidates.map(({ identity }) => identity);
  const talk_uuids = candidates.map(({ uuid }) => uuid);
  let stored: StartedTalk[] = [];
  await changeReadStates(db, secrets, identities, async (db, findState) => {
    stored = [];
    for (const talk of await findStartedTalks({ ...services, db }, talk_uuids)) {
      const { identity, uuid, newest_number } = talk;
      const state = findState(identity);
      if (talk.is_due) {
        const notice = { kind, subject: uuid, number: newest_number, urn: formatTalkPath(uuid) };
        if (await storeSealed(db, secrets, { ...notice, identity }, state)) stored.push(talk);
      } else {
        await deleteSealed(db, secrets, [secrets.deriveNoticeTag(identity, kind, uuid)], state);
      }
    }
    const user_pks = [...new Set(stored.map(({ user_pk }) => user_pk))];
    await enqueuePush({ db, secrets }, "message", user_pks);
  });
  return stored;
}

/**
 * Deletes the notices of talks that were read while they were stored. The conversations aren't locked meanwhile, because
 * nobody could post in any of them.
 */
async function removeReadNotices(
  services: Services,
  stored: readonly StartedTalk[],
): Promise<void> {
  const talk_uuids = stored.map(({ uuid }) => uuid);
  const read = (await findStartedTalks(services, talk_uuids)).filter(({ is_due }) => !is_due);
  for (const talk of read) await removeStarterNotice(services, talk);
}

async function removeStarterNotice(
  services: Pick<Services, "db" | "secrets">,
  talk: { uuid: string; identity: Buffer },
): Promise<boolean> {
  const { identity, uuid } = talk;
  if ((await findNotifiedTalks(services, [talk])).size === 0) return false;
  const { db, secrets } = services;
  await changeReadStates(db, secrets, [identity], async (db, findState) => {
    const tag = secrets.deriveNoticeTag(identity, kind, uuid);
    await deleteSealed(db, secrets, [tag], findState(identity));
    await enqueueNoticesRewrite(db, {});
  });
  return true;
}

/** Deletes the notice of a talk for one of its participants; returns whether there was one. */
export async function removeTalkNotice(
  services: Pick<Services, "db" | "secrets">,
  { user, identity }: SignedIn,
  { uuid, is_starter }: { uuid: string; is_starter: boolean },
): Promise<boolean> {
  if (is_starter) return removeStarterNotice(services, { uuid, identity });
  return removeNotices(services.db, user.pk, kind, [uuid]);
}

const selectTalksOfTwo = statement(
  "notices.selectTalksOfTwo",
  `
  select conversations.uuid, talks.pseudonym = :started as "is_starter!" from talks
  join conversations on conversations.pk = talks.conversation_pk
  where talks.pseudonym = :started or (talks.pseudonym = :received and talks.is_starter_shown)`,
);

/**
 * Deletes somebody's notices of talks with an account that they have blocked by name. Those of a talk that this account
 * has started anonymously stay: if such a notice went, it would name the starter.
 */
export async function removeNoticesOfPartner(
  services: Services,
  viewer: SignedIn,
  partner_pk: number,
): Promise<void> {
  const { deriveStarterPseudonym, deriveAccountIdentity } = services.secrets;
  const talks = await selectTalksOfTwo(services.db, {
    started: deriveStarterPseudonym(partner_pk, viewer.identity),
    received: deriveStarterPseudonym(viewer.user.pk, deriveAccountIdentity(partner_pk)),
  });
  for (const { uuid, is_starter } of talks) {
    if (is_starter) await removeStarterNotice(services, { uuid, identity: viewer.identity });
    // Waits for a job that has found no block yet.
    else await updateReceiverNotice(services, uuid);
  }
  if (talks.length > 0) publishCounts(services, viewer.identity);
}
