import { formatCommunityPath } from "@toibako/contract/addresses.ts";
import type { Db } from "#platform/database/db.ts";
import { millisecondsPerDay } from "#platform/durations.ts";
import type { Services } from "#platform/services.ts";
import { enqueuePush } from "../../push/commands.ts";
import {
  findSenderIdentities,
  type QuestionSender,
  unsealSenders,
} from "../../questions/queries/sender.ts";
import { deleteSealed, storeSealed } from "../commands.ts";
import { formatDaySubject, markRead, markUnread, type ReadState, shuffle } from "../policy.ts";
import {
  filterNotified,
  findAnswersSince,
  listNoticeDays,
  type RecentAnswer,
} from "../queries/community-answers.ts";
import { findAnsweredQuestions } from "../queries.ts";
import { changeReadStates, enqueueNoticesRewrite } from "./read-states.ts";

type NoticeServices = Pick<Services, "db" | "secrets" | "config">;

/** An answer about which a sender is notified. */
interface NewAnswer {
  sender: QuestionSender;
  /** An answer in a community, or only the answerer's name for an answer to a personal question. */
  answer: RecentAnswer | string;
}

/**
 * Stores the notices of the senders of answered questions, in one transaction and in random order, so that
 * a row's place and time don't reveal to which answer it belongs. Enqueues a push for each account with a new notice in
 * the same transaction. Returns the notified senders.
 *
 * `finish` deletes the jobs of the batch in that transaction, and returns the questions of those that no other run has
 * finished: a second run would mark answers as unread again that were seen meanwhile, and restore deleted notices.
 */
export async function storeAnswerNotices(
  services: NoticeServices,
  uuid_hashes: string[],
  finish: (db: Db) => Promise<string[]>,
): Promise<QuestionSender[]> {
  const { db, secrets } = services;
  const senders = shuffle(await unsealSenders(db, secrets, uuid_hashes));
  const identities = senders.map(({ identity }) => identity);
  let notified: QuestionSender[] = [];
  await changeReadStates(db, secrets, identities, async (db, findState) => {
    // Reads the answers after locking the states. If an answer is deleted later, the job that deletes its notices
    // waits for this lock.
    const finished = new Set(await finish(db));
    const remaining = senders.filter(({ uuid_hash }) => finished.has(uuid_hash));
    const answers = await findNewAnswers({ ...services, db }, remaining);
    const pushed_pks = new Set<number>();
    for (const { sender, answer } of answers) {
      // Visitors have no notices.
      if (sender.user_pk === undefined) continue;
      const state = findState(sender.identity);
      const isStored = await storeAnswerNotice(db, services, sender, answer, state);
      if (isStored) pushed_pks.add(sender.user_pk);
    }
    await enqueuePush({ db, secrets }, "answer", [...pushed_pks]);
    notified = answers.map(({ sender }) => sender);
    for (const { identity, uuid_hash } of notified) markUnread(findState(identity), uuid_hash);
  });
  return notified;
}

/**
 * Finds the answers about which the senders are notified. For a question to a community, these are the first answer of
 * each day among the answers since the last batch, or the newest answer if the job is late.
 */
async function findNewAnswers(
  services: NoticeServices,
  senders: readonly QuestionSender[],
): Promise<NewAnswer[]> {
  const { db, config } = services;
  const uuid_hashes = senders.map(({ uuid_hash }) => uuid_hash);
  const answererNames = new Map(
    (await findAnsweredQuestions(db, uuid_hashes)).map(({ uuid_hash, name }) => [uuid_hash, name]),
  );
  const answersOfLastDay = await findAnswersSince(
    db,
    uuid_hashes,
    new Date(Date.now() - millisecondsPerDay),
  );
  const answersByQuestion = Map.groupBy(answersOfLastDay, ({ uuid_hash }) => uuid_hash);
  // Answers since the last batch are at most two batch intervals old.
  const earliestTime = Date.now() - 2 * config.batch_seconds * 1_000;
  const newAnswers: NewAnswer[] = [];
  for (const sender of senders) {
    const name = answererNames.get(sender.uuid_hash);
    if (name !== undefined) {
      newAnswers.push({ sender, answer: name });
      continue;
    }
    const newestFirst = answersByQuestion.get(sender.uuid_hash) ?? [];
    const recent = newestFirst.filter(({ answered_at }) => answered_at.getTime() > earliestTime);
    const candidates = recent.length > 0 ? recent : newestFirst.slice(0, 1);
    const answers = await filterNotified(services, sender.user_pk, candidates);
    // The answers are newest first, and the map keeps the last entry for a day: the day's first answer.
    const firstOfDays = new Map(answers.map((answer) => [answer.day, answer])).values();
    newAnswers.push(...[...firstOfDays].map((answer) => ({ sender, answer })));
  }
  return newAnswers;
}

function storeAnswerNotice(
  db: Db,
  { secrets }: NoticeServices,
  { identity, uuid_hash }: QuestionSender,
  answer: RecentAnswer | string,
  state: ReadState,
): Promise<boolean> {
  if (typeof answer === "string") {
    const notice = { kind: "new_answer", subject: uuid_hash, urn: `/q/${uuid_hash}` } as const;
    return storeSealed(db, secrets, { ...notice, identity, name: answer }, state);
  }
  const { day, name, answered_at: happened_at, community_id: id, category_id } = answer;
  const subject = formatDaySubject(uuid_hash, day);
  const urn = `${formatCommunityPath({ id, category_id })}/items/${uuid_hash}`;
  const kind = "new_answer_to_community_question";
  return storeSealed(db, secrets, { identity, kind, subject, name, urn, happened_at }, state);
}

/** Deletes the notices of deleted answers; returns the identities of the questions' senders. */
export async function removeAnswerNotices(
  services: NoticeServices,
  uuid_hashes: string[],
): Promise<Buffer[]> {
  const { db, secrets } = services;
  const senders = shuffle(await unsealSenders(db, secrets, uuid_hashes));
  for (const sender of senders) {
    // The unread mark may be in the read state of a visitor who has since signed in to the account.
    const identities = await findSenderIdentities(db, secrets, sender.uuid_hash);
    await removeNoticesAndMarks(services, sender, identities, (db) =>
      findRemoval({ ...services, db }, sender),
    );
  }
  return senders.map(({ identity }) => identity);
}

interface Removal {
  /** For a question to a community: the days whose notices are deleted. */
  days: readonly string[];
  /** True if none of the remaining answers causes a notice. */
  isUnanswered: boolean;
}

/** Finds which notices of a question must be deleted after an answer was deleted; undefined if it is answered again. */
async function findRemoval(
  services: NoticeServices,
  { uuid_hash, user_pk }: QuestionSender,
): Promise<Removal | undefined> {
  const { db } = services;
  if ((await findAnsweredQuestions(db, [uuid_hash])).length > 0) return undefined;
  const days = listNoticeDays();
  const remaining = await findAnswersSince(db, [uuid_hash], new Date(days.at(-1) ?? 0));
  const notified = await filterNotified(services, user_pk, remaining);
  const remainingDays = new Set(notified.map(({ day }) => day));
  return {
    days: days.filter((day) => !remainingDays.has(day)),
    isUnanswered: notified.length === 0,
  };
}

/**
 * Deletes notices of a question, and its marks in the read states of its sender, who has these `identities`.
 * `chooseRemoval` is called after the states are locked, so that it never runs at the same time as a job that stores
 * notices.
 */
async function removeNoticesAndMarks(
  { db, secrets }: Pick<NoticeServices, "db" | "secrets">,
  { identity, uuid_hash }: QuestionSender,
  identities: readonly Buffer[],
  chooseRemoval: (db: Db) => Promise<Removal | undefined>,
): Promise<void> {
  const kind = "new_answer_to_community_question";
  await changeReadStates(db, secrets, identities, async (db, findState) => {
    const removal = await chooseRemoval(db);
    if (!removal) return;
    const tagsOfDays = removal.days.map((day) =>
      secrets.deriveNoticeTag(identity, kind, formatDaySubject(uuid_hash, day)),
    );
    const tags = [...tagsOfDays, secrets.deriveNoticeTag(identity, "new_answer", uuid_hash)];
    await deleteSealed(db, secrets, tags, findState(identity));
    if (!removal.isUnanswered) return;
    for (const ownIdentity of identities) markRead(findState(ownIdentity), uuid_hash);
  });
}

/** Deletes the notices of a question of a community that its sender, who has these `identities`, has deleted. */
export async function removeNoticesOfQuestion(
  services: Pick<NoticeServices, "db" | "secrets">,
  sender: QuestionSender,
  identities: readonly Buffer[],
): Promise<void> {
  const removal = { days: listNoticeDays(), isUnanswered: true };
  await removeNoticesAndMarks(services, sender, identities, () => Promise.resolve(removal));
  await enqueueNoticesRewrite(services.db, {});
}
