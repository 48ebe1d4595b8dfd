import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { publishCounts } from "#platform/events/events.ts";
import type { Secrets } from "#platform/identity/secrets.ts";
import { listOwnIdentities, type Viewer } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import {
  changeReadStates,
  deleteReadState,
  enqueueReadStatesRewrite,
} from "../notices/commands/read-states.ts";
import type { ReadState } from "../notices/policy.ts";
import { isAdopted } from "../questions/queries/sender-tags.ts";
import { countUnreadAnswers, listAnsweredQuestions } from "./queries/answers.ts";

const deleteByTags = statement(
  "outbox.deleteUnreadAnswers",
  "delete from unread_answers where tag = any(:tags::bytea[]) returning tag",
);

/** Marks all answers to a sender's questions as read. */
export async function markAnswersRead(services: Services, viewer: Viewer): Promise<void> {
  const { db, secrets } = services;
  if (!viewer.identity || (await countUnreadAnswers(services, viewer)) === 0) return;
  const identities = listOwnIdentities(viewer);
  await changeReadStates(db, secrets, "answers", identities, async (db, findState) => {
    const answered = await listAnsweredQuestions(db, services, viewer);
    await deleteByTags(db, { tags: answered.map(secrets.unreadAnswerTag) });
    for (const identity of identities) findState(identity).unread_answers = 0;
    await enqueueReadStatesRewrite(db, {});
  });
  publishCounts(services, viewer.identity);
}

/** Deletes the unread marks of a visitor who wants to be forgotten, and their count. */
export async function deleteUnreadAnswers(services: Services, viewer: Viewer): Promise<void> {
  const { db, secrets } = services;
  const { identity } = viewer;
  if (!identity || (await isAdopted(db, secrets, viewer))) return;
  await db.transaction().execute(async (db) => {
    await changeReadStates(db, secrets, "answers", [identity], async (db) => {
      const answered = await listAnsweredQuestions(db, services, viewer);
      await deleteByTags(db, { tags: answered.map(secrets.unreadAnswerTag) });
    });
    await deleteReadState(db, secrets, "answers", identity);
  });
}

const insertUnreadAnswer = statement(
  "outbox.insertUnreadAnswer",
  "insert into unread_answers (tag) values (:tag) on conflict do nothing returning tag",
);

/** Marks an answer as unread, and counts it in the locked `state` of the question's sender. */
export async function addUnreadAnswer(
  db: Db,
  secrets: Secrets,
  uuid_hash: string,
  state: ReadState,
): Promise<void> {
  const added = await insertUnreadAnswer(db, { tag: secrets.unreadAnswerTag(uuid_hash) });
  state.unread_answers += added.length;
}

/** Removes the unread mark of a deleted answer, and no longer counts it in the locked `state`. */
export async function removeUnreadAnswer(
  db: Db,
  secrets: Secrets,
  uuid_hash: string,
  state: ReadState,
): Promise<void> {
  const deleted = await deleteByTags(db, { tags: [secrets.unreadAnswerTag(uuid_hash)] });
  state.unread_answers -= deleted.length;
}
