import { publishCounts } from "#platform/events/events.ts";
import { listOwnIdentities, type Viewer } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import {
  chooseReadState,
  combineUnreadAnswers,
  isGrouped,
  isQuestionUnseen,
  isUnseen,
  listShownWith,
  markNoticeSeen,
  markRead,
  type ReadState,
  type ReadStateKind,
} from "../policy.ts";
import { findReadStates, listReadStates } from "../queries/read-states.ts";
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
    await markQuestionsSeen(services, identity, questions),
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
  const owners = identities.map((identity) => ({ identity, kind: "answers" }) as const);
  const unread = combineUnreadAnswers(await listReadStates(db, secrets, owners));
  const newlySeen = uuid_hashes.filter((uuid_hash) => unread.has(uuid_hash));
  if (newlySeen.length === 0) return false;
  await changeReadStates(db, secrets, "answers", identities, async (db, findState) => {
    for (const identity of identities) {
      const state = findState(identity);
      for (const uuid_hash of newlySeen) markRead(state, "unread_answers", uuid_hash);
    }
    await enqueueNoticesRewrite(db, {});
  });
  return true;
}

async function markQuestionsSeen(
  services: Services,
  identity: Buffer,
  uuid_hashes: readonly string[],
): Promise<boolean> {
  if (uuid_hashes.length === 0) return false;
  const { others } = await findReadStates(services.db, services.secrets, identity);
  const newlySeen = uuid_hashes.filter((uuid_hash) => isQuestionUnseen(others, uuid_hash));
  if (newlySeen.length === 0) return false;
  await changeOwnState(services, identity, "others", (state) => {
    for (const uuid_hash of newlySeen) markRead(state, "unread_questions", uuid_hash);
  });
  return true;
}

/**
 * Marks notices as seen, with those that are listed as one with them. `markAllSeen` explains why the two read
 * states are changed in two transactions and the table is rewritten.
 */
async function markNoticesSeen(
  services: Services,
  viewer: Viewer,
  ids: readonly string[],
): Promise<boolean> {
  // Visitors have no notices.
  const { user, identity } = viewer;
  if (ids.length === 0 || !user || !identity) return false;
  const { db, secrets } = services;
  const states = await findReadStates(db, secrets, identity);
  const seenIds = new Set(ids);
  const groups = await listNoticeGroups(services, { ...viewer, user, identity });
  const seenNotices = groups.flatMap((group) => {
    const newest = group.find(({ id }) => seenIds.has(id));
    if (!newest) return [];
    return isGrouped(newest.content.kind) ? listShownWith(group, newest) : [newest];
  });
  const newlySeen = seenNotices
    .map((notice) => ({ ...notice, stateKind: chooseReadState(notice.content.kind) }))
    .filter((notice) => isUnseen(notice, states[notice.stateKind]));
  for (const kind of ["answers", "others"] as const) {
    const noticesOfKind = newlySeen.filter(({ stateKind }) => stateKind === kind);
    if (noticesOfKind.length === 0) continue;
    await changeOwnState(services, identity, kind, (state) => {
      for (const notice of noticesOfKind) markNoticeSeen(state, notice);
    });
  }
  return newlySeen.length > 0;
}

function changeOwnState(
  { db, secrets }: Services,
  identity: Buffer,
  kind: ReadStateKind,
  change: (state: ReadState) => void,
): Promise<void> {
  return changeReadStates(db, secrets, kind, [identity], async (db, findState) => {
    change(findState(identity));
    await enqueueNoticesRewrite(db, {});
  });
}
