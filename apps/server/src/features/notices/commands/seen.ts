import { statement } from "#platform/database/statement.ts";
import { publishCounts } from "#platform/events/events.ts";
import { listOwnIdentities, type Viewer } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import {
  combineUnreadAnswers,
  isReceived,
  listShownWith,
  markNoticeSeen,
  markRead,
  type ReadState,
} from "../policy.ts";
import { listReadStates } from "../queries/read-states.ts";
import { listNoticeGroups } from "../queries.ts";
import { changeReadStates, enqueueNoticesRewrite } from "./read-states.ts";

/** The ids of seen items: questions and answers have the id of the question, notices their own. */
export interface SeenItems {
  questions?: readonly string[];
  answers?: readonly string[];
  notices?: readonly string[];
}

/** Marks items as seen. Nothing is written for ids that are seen already or belong to somebody else. */
export async function markItemsSeen(
  services: Services,
  viewer: Viewer,
  { questions = [], answers = [], notices = [] }: SeenItems,
): Promise<void> {
  const { identity } = viewer;
  if (!identity) return;
  const hasChanged = [
    await markAnswersSeen(services, viewer, answers),
    await markQuestionsSeen(services, viewer, questions),
    await markNoticesSeen(services, viewer, notices),
  ];
  if (hasChanged.includes(true)) publishCounts(services, identity);
}

async function markAnswersSeen(
  { db, secrets }: Services,
  viewer: Viewer,
  uuid_hashes: readonly string[],
): Promise<boolean> {
  if (uuid_hashes.length === 0) return false;
  const identities = listOwnIdentities(viewer);
  const unread = combineUnreadAnswers(await listReadStates(db, secrets, identities));
  const newlySeen = uuid_hashes.filter((uuid_hash) => unread.has(uuid_hash));
  if (newlySeen.length === 0) return false;
  await changeReadStates(db, secrets, identities, async (db, findState) => {
    for (const identity of identities) {
      for (const uuid_hash of newlySeen) markRead(findState(identity), uuid_hash);
    }
    await enqueueNoticesRewrite(db, {});
  });
  return true;
}

// Locks the rows in a fixed order, so that simultaneous calls don't deadlock.
const updateQuestions = statement(
  "notices.markQuestionsSeen",
  `
  with unseen_questions as (
    select pk from questions
    where uuid_hash = any(:uuid_hashes::text[]) and receiver_pk = :user_pk and status = 'unread'
      and not is_seen
    order by pk for no key update
  )
  update questions q set is_seen = true from unseen_questions where q.pk = unseen_questions.pk
    and q.receiver_pk = :user_pk
  returning q.pk`,
);

async function markQuestionsSeen(
  { db }: Services,
  { user }: Viewer,
  uuid_hashes: readonly string[],
): Promise<boolean> {
  if (!user || uuid_hashes.length === 0) return false;
  return (await updateQuestions(db, { user_pk: user.pk, uuid_hashes })).length > 0;
}

const updateReceived = statement(
  "notices.markReceivedSeen",
  `
  update received_notices set is_seen = true
  where pk in (
    select pk from received_notices
    where user_pk = :user_pk and pk = any(:pks::bigint[]) and not is_seen
    order by pk for no key update
  )`,
);

/** Marks notices as seen, with those that are listed as one with them. */
async function markNoticesSeen(
  services: Services,
  viewer: Viewer,
  ids: readonly string[],
): Promise<boolean> {
  // Visitors have no notices.
  const { user, identity } = viewer;
  if (ids.length === 0 || !user || !identity) return false;
  const { db } = services;
  const groups = await listNoticeGroups(services, { ...viewer, user, identity });
  const newlySeen = groups
    .flatMap((group) => {
      const newest = group.find(({ id }) => ids.includes(id));
      return newest ? listShownWith(group, newest) : [];
    })
    .filter(({ is_seen }) => !is_seen);
  const received = newlySeen.filter(isReceived);
  if (received.length > 0) {
    await updateReceived(db, { user_pk: user.pk, pks: received.map(({ pk }) => pk) });
  }
  const sealed = newlySeen.filter((notice) => !isReceived(notice));
  if (sealed.length > 0) {
    await changeOwnState(services, identity, (state) => {
      for (const notice of sealed) markNoticeSeen(state, notice);
    });
  }
  return newlySeen.length > 0;
}

function changeOwnState(
  { db, secrets }: Services,
  identity: Buffer,
  change: (state: ReadState) => void,
): Promise<void> {
  return changeReadStates(db, secrets, [identity], async (db, findState) => {
    change(findState(identity));
    await enqueueNoticesRewrite(db, {});
  });
}
