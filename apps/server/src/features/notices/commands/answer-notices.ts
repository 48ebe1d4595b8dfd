import type { Db } from "#platform/database/db.ts";
import { millisecondsPerDay } from "#platform/durations.ts";
import type { Secrets } from "#platform/identity/secrets.ts";
import type { Services } from "#platform/services.ts";
import { formatCommunityPath } from "../../communities/policy.ts";
import {
  findSenderIdentities,
  type QuestionSender,
  unsealSenders,
} from "../../questions/queries/sender.ts";
import { deleteNotices, storeNotice } from "../commands.ts";
import { markRead, markUnread, nameDayOfAnswers, type ReadState } from "../policy.ts";
import {
  findAnswersSince,
  leaveOutUntold,
  listNoticeDays,
  type RecentAnswer,
} from "../queries/community-answers.ts";
import { findAnsweredQuestions } from "../queries.ts";
import { changeReadStates, enqueueNoticesRewrite } from "./read-states.ts";

type NoticeServices = Pick<Services, "db" | "secrets" | "config">;

/** Groups rows by the question that they belong to. */
function groupByQuestion<R extends { uuid_hash: string }>(rows: readonly R[]): Map<string, R[]> {
  return Map.groupBy(rows, ({ uuid_hash }) => uuid_hash);
}

/**
 * Stores the notices of the senders of answered questions, in one transaction and in random order, so that
 * a row's place and time don't reveal to which answer it belongs. Returns the senders' identities.
 */
export async function storeAnswerNotices(
  services: NoticeServices,
  uuid_hashes: string[],
): Promise<Buffer[]> {
  const { db, secrets } = services;
  const received = new Map(
    (await findAnsweredQuestions(db, uuid_hashes)).map(({ uuid_hash, name }) => [uuid_hash, name]),
  );
  const ofCommunities = await findNewAnswers(services, uuid_hashes);
  const answered = [...received.keys(), ...ofCommunities.keys()];
  const senders = shuffle(await unsealSenders(db, secrets, answered));
  const told: { sender: QuestionSender; answer: RecentAnswer | string }[] = [];
  for (const sender of senders) {
    const { uuid_hash, user_pk } = sender;
    const name = received.get(uuid_hash);
    const answers = await leaveOutUntold(services, user_pk, ofCommunities.get(uuid_hash) ?? []);
    const firstOfDays = new Map(answers.map((answer) => [answer.day, answer])).values();
    const news = name === undefined ? [...firstOfDays] : [name];
    told.push(...news.map((answer) => ({ sender, answer })));
  }
  const identities = told.map(({ sender }) => sender.identity);
  await changeReadStates(db, secrets, "answers", identities, async (db, findState) => {
    for (const { sender, answer } of told) {
      // Visitors have no notices.
      if (sender.user_pk === undefined) continue;
      await storeAnswerNotice(db, services, sender, answer, findState(sender.identity));
    }
    for (const { identity, uuid_hash } of told.map(({ sender }) => sender))
      markUnread(findState(identity), "unread_answers", uuid_hash);
  });
  return identities;
}

/**
 * The answers to questions of communities since the last batch, by question; the newest one if a job was
 * late. A notice is stored for the first of a day alone.
 */
async function findNewAnswers({ db, config }: NoticeServices, uuid_hashes: string[]) {
  const since = Date.now() - 2_000 * config.batch_seconds;
  const answers = await findAnswersSince(
    db,
    uuid_hashes,
    new Date(Date.now() - millisecondsPerDay),
  );
  return new Map(
    [...groupByQuestion(answers)].map(([uuid_hash, rows]) => {
      const recent = rows.filter(({ answered_at }) => answered_at.getTime() > since);
      return [uuid_hash, recent.length > 0 ? recent : rows.slice(0, 1)];
    }),
  );
}

function storeAnswerNotice(
  db: Db,
  { secrets }: NoticeServices,
  { identity, uuid_hash }: QuestionSender,
  answer: RecentAnswer | string,
  state: ReadState,
): Promise<void> {
  if (typeof answer === "string") {
    const notice = { kind: "new_answer", subject: uuid_hash, urn: `/q/${uuid_hash}` } as const;
    return storeNotice(db, secrets, { ...notice, identity, name: answer }, state);
  }
  const { day, name, answered_at: happened_at, community_id: id, category_id } = answer;
  const subject = nameDayOfAnswers(uuid_hash, day);
  const urn = `${formatCommunityPath({ id, category_id })}/items/${uuid_hash}`;
  const kind = "new_answer_to_community_question";
  return storeNotice(db, secrets, { identity, kind, subject, name, urn, happened_at }, state);
}

/** Deletes the notices of deleted answers; returns the identities of the questions' senders. */
export async function removeAnswerNotices(
  services: NoticeServices,
  uuid_hashes: string[],
): Promise<Buffer[]> {
  const { db, secrets } = services;
  const senders = shuffle(await unsealSenders(db, secrets, uuid_hashes));
  // A question that was answered again keeps its notice.
  const answered = new Set(
    (await findAnsweredQuestions(db, uuid_hashes)).map(({ uuid_hash }) => uuid_hash),
  );
  const days = listNoticeDays();
  const left = groupByQuestion(await findAnswersSince(db, uuid_hashes, new Date(days.at(-1) ?? 0)));
  const changed = senders.filter(({ uuid_hash }) => !answered.has(uuid_hash));
  for (const sender of changed) {
    const { uuid_hash, user_pk } = sender;
    const told = await leaveOutUntold(services, user_pk, left.get(uuid_hash) ?? []);
    const daysLeft = new Set(told.map(({ day }) => day));
    // The unread mark may be in the read state of a visitor who has since signed in to the account.
    const identities = await findSenderIdentities(db, secrets, uuid_hash);
    await removeNoticesOf(db, secrets, sender, {
      identities,
      days: days.filter((day) => !daysLeft.has(day)),
      isUnanswered: told.length === 0,
    });
  }
  return changed.map(({ identity }) => identity);
}

interface Removal {
  /** The identities of the sender whose read states may count the answers. */
  identities: readonly Buffer[];
  /** The days whose notice is deleted, if a community was asked. */
  days: readonly string[];
  /** Whether no other answer is left. */
  isUnanswered: boolean;
}

async function removeNoticesOf(
  db: Db,
  secrets: Secrets,
  { identity, uuid_hash }: QuestionSender,
  { identities, days, isUnanswered }: Removal,
): Promise<void> {
  const kind = "new_answer_to_community_question";
  const ofDays = days.map((day) =>
    secrets.noticeTag(identity, kind, nameDayOfAnswers(uuid_hash, day)),
  );
  const tags = [...ofDays, secrets.noticeTag(identity, "new_answer", uuid_hash)];
  await changeReadStates(db, secrets, "answers", identities, async (db, findState) => {
    await deleteNotices(db, secrets, tags, findState(identity));
    if (!isUnanswered) return;
    for (const own of identities) markRead(findState(own), "unread_answers", uuid_hash);
  });
}

/** Deletes the notices of a community's question that its sender, who has these identities, has deleted. */
export async function removeNoticesOfQuestion(
  db: Db,
  secrets: Secrets,
  sender: QuestionSender,
  identities: readonly Buffer[],
): Promise<void> {
  const removal = { identities, days: listNoticeDays(), isUnanswered: true };
  await removeNoticesOf(db, secrets, sender, removal);
  await enqueueNoticesRewrite(db, {});
}

function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
