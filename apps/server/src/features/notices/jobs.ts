import type { QuestionType } from "@toibako/contract/items.ts";
import { runEach } from "#platform/database/batches.ts";
import { type Db, runWithoutTimeouts } from "#platform/database/db.ts";
import { lockThen } from "#platform/database/transaction.ts";
import { secondsPerDay } from "#platform/durations.ts";
import { publishCounts } from "#platform/events/events.ts";
import { defineJob } from "#platform/jobs/definition.ts";
import { type FinishBatch, handleJob, handleJobBatch, type Job } from "#platform/jobs/jobs.ts";
import type { Counter, OpenCounter } from "#platform/limits/counters.ts";
import type { Services } from "#platform/services.ts";
import { removeAnswerNotices, storeAnswerNotices } from "./commands/answer-notices.ts";
import { giveBadges } from "./commands/badges.ts";
import { sendReleaseNotices } from "./commands/release-notices.ts";
import { rewriteAfterBatch, rewriteAllTables, rewriteSmallTables } from "./commands/rewriting.ts";
import { type RepliedMember, updateRoomNotice } from "./commands/room-notices.ts";
import { publishNotice, sendNotice, storeNotice } from "./commands/send-notices.ts";
import { updateReceiverNotice, updateStarterNotices } from "./commands/talk-notices.ts";
import { deleteOldNotices, lockLikedAnswer, lockNewQuestion, removeNotices } from "./commands.ts";
import {
  deleteAnswerNoticesJob,
  deleteFollowerNoticeJob,
  giveBadgesJob,
  rewriteSmallTablesJob,
  sendAnswerNoticesJob,
  sendFollowerNoticeJob,
  sendLikeNoticeJob,
  sendQuestionNoticeJob,
  sendReleaseNoticesJob,
  storeReleasedNoticeJob,
  updateReceiverNoticesJob,
  updateRoomNoticesJob,
  updateStarterNoticesJob,
} from "./job-definitions.ts";
import type { NoticeDetail } from "./policy.ts";
import {
  findFollower,
  findFormerFollower,
  findLikedAnswer,
  findUnreadQuestion,
} from "./queries.ts";

export const deleteOldNoticesJob = defineJob(
  "delete_old_notices",
  {},
  { cron: "41 18 * * *", formerName: "expire_notices" },
);

const rewriteAllTablesJob = defineJob(
  "rewrite_all_tables",
  {},
  { cron: "47 18 * * *", formerName: "rewrite_notices", isLong: true },
);

/** Creates the jobs that send, delete and rewrite notices. */
export function createNoticeJobs(services: Services, openCounter: OpenCounter): Job[] {
  const { db, secrets } = services;
  const announcedFollowers = openCounter("follower notice", secondsPerDay);
  return [
    handleJob(sendQuestionNoticeJob, ({ uuid_hash }) => sendQuestionNotice(services, uuid_hash)),
    handleJob(storeReleasedNoticeJob, ({ uuid_hash }) =>
      sendQuestionNotice(services, uuid_hash, true),
    ),
    handleJobBatch(sendAnswerNoticesJob, (payloads, finish) =>
      sendAnswerNotices(services, listUniqueHashes(payloads), finish),
    ),
    handleJobBatch(deleteAnswerNoticesJob, (payloads) =>
      deleteAnswerNotices(services, listUniqueHashes(payloads)),
    ),
    handleJob(sendLikeNoticeJob, ({ answer_pk }) => sendLikeNotice(services, answer_pk)),
    handleJob(sendFollowerNoticeJob, ({ follower_pk, followed_pk }) =>
      sendFollowerNotice(services, announcedFollowers, follower_pk, followed_pk),
    ),
    handleJob(sendReleaseNoticesJob, ({ note_id }) => sendReleaseNotices(services, note_id)),
    handleJob(giveBadgesJob, ({ keyword, version }) => giveBadges(db, keyword, version)),
    handleJob(deleteFollowerNoticeJob, ({ follower_pk, followed_pk }) =>
      deleteFollowerNotice(services, follower_pk, followed_pk),
    ),
    handleJobBatch(updateReceiverNoticesJob, (payloads) =>
      runEach(
        listUniqueTalks(payloads).map(
          (talk_uuid) => () => updateReceiverNotice(services, talk_uuid),
        ),
      ),
    ),
    handleJobBatch(updateRoomNoticesJob, (payloads) =>
      runEach(
        listUniqueReplied(payloads).map((replied) => () => updateRoomNotice(services, replied)),
      ),
    ),
    handleJobBatch(updateStarterNoticesJob, (payloads) =>
      updateStarterNotices(services, listUniqueTalks(payloads)),
    ),
    handleJob(deleteOldNoticesJob, () => deleteOldNotices(db)),
    handleJobBatch(rewriteSmallTablesJob, () => rewriteSmallTables(services)),
    handleJob(rewriteAllTablesJob, () =>
      runWithoutTimeouts(services.config, services.database, (db) => rewriteAllTables(db, secrets)),
    ),
  ];
}

async function sendQuestionNotice(
  services: Services,
  uuid_hash: string,
  is_seen = false,
): Promise<void> {
  const lock = (db: Db) => lockNewQuestion(db, uuid_hash);
  // Without the lock, the notice of a question that is withdrawn meanwhile would stay.
  const stored = await lockThen(services.db, lock, async (db) => {
    const question = await findUnreadQuestion(db, uuid_hash);
    if (!question) return undefined;
    const { receiver_pk, asked_hour: happened_hour } = question;
    const urn = `/q/${uuid_hash}`;
    const about = { kind: "new_question", subject: uuid_hash, urn, happened_hour } as const;
    const notice = { ...about, is_seen, detail: chooseDetail(question) };
    return (await storeNotice(db, services, receiver_pk, notice))
      ? { receiver_pk, notice }
      : undefined;
  });
  if (stored) publishNotice(services, stored.receiver_pk, stored.notice);
}

async function sendLikeNotice(services: Services, answer_pk: number): Promise<void> {
  const lock = (db: Db) => lockLikedAnswer(db, answer_pk);
  // Without the lock, a job that has read an earlier number of likes could replace a later one.
  const stored = await lockThen(services.db, lock, async (db) => {
    const answer = await findLikedAnswer(db, answer_pk);
    if (!answer) return undefined;
    const { id: subject, likes_count: count, uuid_hash, answerer_pk, is_of_community } = answer;
    const urn = is_of_community ? `/q/${uuid_hash}?answer_id=${subject}` : `/q/${uuid_hash}`;
    const notice = { kind: "new_answer_like", subject, count, urn } as const;
    return (await storeNotice(db, services, answerer_pk, notice))
      ? { answerer_pk, notice }
      : undefined;
  });
  if (stored) publishNotice(services, stored.answerer_pk, stored.notice);
}

/**
 * Notifies an account of a follower. Each follower is announced at most once a day (UTC): if they unfollow
 * and follow again, the notice is stored as seen.
 */
async function sendFollowerNotice(
  services: Services,
  announcedFollowers: Counter,
  follower_pk: number,
  followed_pk: number,
): Promise<void> {
  const follower = await findFollower(services.db, follower_pk, followed_pk);
  if (!follower) return;
  const { id: subject, name, account } = follower;
  const urn = `/${account}`;
  const pair = `${follower_pk} ${followed_pk}`;
  // Without Redis, somebody may be announced a second time.
  const { count } = await announcedFollowers.read(pair).catch(() => ({ count: 0 }));
  const is_seen = count > 0;
  await sendNotice(services, followed_pk, { kind: "new_follower", subject, name, urn, is_seen });
  await announcedFollowers.add(pair).catch(() => undefined);
  // The follow may have ended before its notice was stored.
  await deleteFollowerNotice(services, follower_pk, followed_pk);
}

/** Deletes the notice of a follower, unless they follow again. */
async function deleteFollowerNotice(
  services: Services,
  follower_pk: number,
  followed_pk: number,
): Promise<void> {
  const { db, secrets } = services;
  const former = await findFormerFollower(db, follower_pk, followed_pk);
  if (!former) return;
  await removeNotices(db, followed_pk, "new_follower", [former.id]);
  publishCounts(services, secrets.deriveAccountIdentity(followed_pk));
}

/** Chooses the detail of a notice of a new question; undefined for a plain text. */
function chooseDetail({
  is_baton,
  type,
}: {
  is_baton: boolean;
  type: QuestionType;
}): NoticeDetail | undefined {
  if (is_baton) return "baton";
  return type === "text" ? undefined : type;
}

function listUniqueHashes(payloads: readonly { uuid_hash: string }[]): string[] {
  return [...new Set(payloads.map(({ uuid_hash }) => uuid_hash))];
}

function listUniqueTalks(payloads: readonly { talk_uuid: string }[]): string[] {
  return [...new Set(payloads.map(({ talk_uuid }) => talk_uuid))];
}

function listUniqueReplied(payloads: readonly RepliedMember[]): RepliedMember[] {
  const unique = new Map(
    payloads.map((replied) => [`${replied.room_uuid} ${replied.member_number}`, replied]),
  );
  return [...unique.values()];
}

/**
 * Notifies the senders of answered questions, in batches, so that the time of a notice doesn't tell to which
 * answer it belongs. Then rewrites small tables: on a small site, a batch often has only one answer, so the
 * order of the new rows would tell which of them belong to that answer.
 */
async function sendAnswerNotices(
  services: Services,
  uuid_hashes: string[],
  finish: FinishBatch<typeof sendAnswerNoticesJob.fields>,
): Promise<void> {
  const senders = await storeAnswerNotices(services, uuid_hashes, async (db) =>
    listUniqueHashes(await finish(db)),
  );
  await rewriteAfterBatch(services);
  for (const { identity } of senders) publishCounts(services, identity, "new_answer");
}

async function deleteAnswerNotices(services: Services, uuid_hashes: string[]): Promise<void> {
  const identities = await removeAnswerNotices(services, uuid_hashes);
  await rewriteAfterBatch(services);
  for (const identity of identities) publishCounts(services, identity);
}
