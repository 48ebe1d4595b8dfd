import type { QuestionType } from "@toibako/contract/items.ts";
import { runWithoutTimeouts } from "#platform/database/db.ts";
import { hasAtMostRows, replaceInKeyOrder } from "#platform/database/rewrite.ts";
import { publishCounts } from "#platform/events/events.ts";
import { defineJob } from "#platform/jobs/definition.ts";
import { handleJob, handleJobBatch, type Job } from "#platform/jobs/jobs.ts";
import type { Services } from "#platform/services.ts";
import { findSenderIdentities, unsealSenders } from "../questions/queries/sender.ts";
import {
  changeReadStates,
  enqueueNoticesRewrite,
  resealReadStates,
} from "./commands/read-states.ts";
import {
  deleteNotices,
  deleteOldNotices,
  type NewNotice,
  notify,
  storeNotice,
} from "./commands.ts";
import {
  deleteAnswerNoticesJob,
  type RewrittenTable,
  rewriteSmallTablesJob,
  rewrittenTables,
  sendAnswerNoticesJob,
  sendFollowerNoticeJob,
  sendLikeNoticeJob,
  sendQuestionNoticeJob,
} from "./job-definitions.ts";
import { markRead, markUnread, type QuestionDetail } from "./policy.ts";
import {
  findAnsweredQuestions,
  findFollower,
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
  { cron: "47 18 * * *", formerName: "rewrite_notices" },
);

/** Jobs that create, delete and rewrite notices. */
export function createNoticeJobs(services: Services): Job[] {
  const { db, secrets } = services;
  const sendNotice = async (notice: NewNotice) => {
    await notify(db, secrets, notice);
    publishCounts(services, notice.identity);
  };

  return [
    handleJob(sendQuestionNoticeJob, async ({ uuid_hash: subject }) => {
      const found = await findUnreadQuestion(db, subject);
      if (!found) return;
      const identity = secrets.accountIdentity(found.receiver_pk);
      const { asked_hour: happened_at } = found;
      const detail = chooseDetail(found);
      const urn = `/q/${subject}`;
      const kind = "new_question";
      const notice = {
        identity,
        kind,
        subject,
        urn,
        happened_at,
        ...(detail && { detail }),
      } as const;
      await changeReadStates(db, secrets, "others", [identity], async (db, findState) => {
        const state = findState(identity);
        await storeNotice(db, secrets, notice, state);
        markUnread(state, "unread_questions", subject);
      });
      publishCounts(services, identity);
    }),
    handleJobBatch(sendAnswerNoticesJob, (payloads) =>
      sendAnswerNotices(services, listUniqueHashes(payloads)),
    ),
    handleJobBatch(deleteAnswerNoticesJob, (payloads) =>
      deleteAnswerNotices(services, listUniqueHashes(payloads)),
    ),
    handleJob(sendLikeNoticeJob, async ({ answer_pk }) => {
      const found = await findLikedAnswer(db, answer_pk);
      if (!found) return;
      const { id: subject, likes_count: count, uuid_hash, answerer_pk } = found;
      const identity = secrets.accountIdentity(answerer_pk);
      const urn = `/q/${uuid_hash}`;
      await sendNotice({ identity, kind: "new_answer_like", subject, count, urn });
    }),
    handleJob(sendFollowerNoticeJob, async ({ follower_pk, followed_pk }) => {
      const found = await findFollower(db, follower_pk, followed_pk);
      if (!found) return;
      const { id: subject, name, account } = found;
      const identity = secrets.accountIdentity(followed_pk);
      await sendNotice({ identity, kind: "new_follower", subject, name, urn: `/${account}` });
    }),
    handleJob(deleteOldNoticesJob, () => deleteOldNotices(db)),
    handleJobBatch(rewriteSmallTablesJob, () => rewriteSmallTables(services)),
    handleJob(rewriteAllTablesJob, () =>
      runWithoutTimeouts(services.config, services.database, async (db) => {
        for (const table of allTables) await rewriteTable({ db, secrets }, table);
        // A baton and its question are inserted together. Rewriting the batons removes this common order,
        // which would show which question came from which baton.
        await replaceInKeyOrder(db, "batons", "tag");
      }),
    ),
  ];
}

/** The detail of a notice of a new question; undefined for a plain text. */
function chooseDetail({
  is_baton,
  type,
}: {
  is_baton: boolean;
  type: QuestionType;
}): QuestionDetail | undefined {
  if (is_baton) return "baton";
  return type === "text" ? undefined : type;
}

function listUniqueHashes(payloads: readonly { uuid_hash: string }[]): string[] {
  return [...new Set(payloads.map(({ uuid_hash }) => uuid_hash))];
}

/** A table with at most this many rows is rewritten after every batch, which takes about 50 ms. */
const maxRowsOfSmallTable = 5_000;

const allTables = Object.keys(rewrittenTables) as RewrittenTable[];

/** Rewrites only the small tables; the daily job rewrites all of them. */
async function rewriteSmallTables(services: Services): Promise<void> {
  for (const table of allTables) {
    if (await hasAtMostRows(services.db, table, maxRowsOfSmallTable))
      await rewriteTable(services, table);
  }
}

/** Rewrites a table; if another process has locked it, it is rewritten with the next batch. */
async function rewriteTable(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  table: RewrittenTable,
) {
  if (table === "read_states") await resealReadStates(db, secrets);
  const isReplaced = await replaceInKeyOrder(db, table, rewrittenTables[table]);
  if (!isReplaced) await enqueueNoticesRewrite(db, {});
}

/**
 * Notifies the senders of answered questions. All notices are stored in one transaction and in random
 * order, so that a row's place and time don't reveal to which answer it belongs. On a small site, where
 * a batch often has one answer, the tables are rewritten afterwards.
 */
async function sendAnswerNotices(services: Services, uuid_hashes: string[]): Promise<void> {
  const { db, secrets } = services;
  const names = new Map(
    (await findAnsweredQuestions(db, uuid_hashes)).map(({ uuid_hash, name }) => [uuid_hash, name]),
  );
  const senders = shuffle(await unsealSenders(db, secrets, [...names.keys()]));
  const identities = senders.map(({ identity }) => identity);
  await changeReadStates(db, secrets, "answers", identities, async (db, findState) => {
    for (const { identity, user_pk, uuid_hash: subject } of senders) {
      // Visitors have no notices.
      if (user_pk === undefined) continue;
      const name = names.get(subject) ?? "";
      const notice = { identity, kind: "new_answer", subject, name, urn: `/q/${subject}` } as const;
      await storeNotice(db, secrets, notice, findState(identity));
    }
    for (const { identity, uuid_hash } of senders)
      markUnread(findState(identity), "unread_answers", uuid_hash);
  });
  await rewriteSmallTables(services);
  for (const identity of identities) publishCounts(services, identity);
}

/** Deletes the notices of deleted answers. */
async function deleteAnswerNotices(services: Services, uuid_hashes: string[]): Promise<void> {
  const { db, secrets } = services;
  const senders = shuffle(await unsealSenders(db, secrets, uuid_hashes));
  // A question that was answered again keeps its notice.
  const answered = new Set(
    (await findAnsweredQuestions(db, uuid_hashes)).map(({ uuid_hash }) => uuid_hash),
  );
  const deletedAnswers = senders.filter(({ uuid_hash }) => !answered.has(uuid_hash));
  for (const { identity, uuid_hash } of deletedAnswers) {
    // The unread mark may be in the read state of a visitor who has since signed in to the account.
    const identities = await findSenderIdentities(db, secrets, uuid_hash);
    await changeReadStates(db, secrets, "answers", identities, async (db, findState) => {
      const tag = secrets.noticeTag(identity, "new_answer", uuid_hash);
      await deleteNotices(db, secrets, [tag], findState(identity));
      for (const own of identities) markRead(findState(own), "unread_answers", uuid_hash);
    });
  }
  await rewriteSmallTables(services);
  for (const { identity } of deletedAnswers) publishCounts(services, identity);
}

function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
