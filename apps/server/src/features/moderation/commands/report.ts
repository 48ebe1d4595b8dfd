import type { ReportMode } from "@toibako/contract/moderation.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { lockThen } from "#platform/database/transaction.ts";
import { floorToHour } from "#platform/dates.ts";
import { publishCounts } from "#platform/events/events.ts";
import { createFieldFailure, Failure } from "#platform/http/failure.ts";
import type { Secrets } from "#platform/identity/secrets.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { removeNotices } from "../../notices/commands.ts";
import { findSenderIdentities } from "../../questions/queries/sender.ts";
import { buildTextSql, openCaseSql } from "../../staff/commands/open-case.ts";
import { blockSender } from "./block.ts";

// Locks only unread and held questions that the reporter received, so that a report reveals nothing about other
// accounts. Other writers lock questions first as well, and then the accounts whose counts they change.
const lockReportable = statement(
  "moderation.lockReportable",
  `
  select q.uuid_hash, q.status = 'held' as "is_held!" from questions q join sealed_senders on sealed_senders.question_pk = q.pk
  where q.receiver_pk = :receiver_pk and q.status in ('unread', 'held') and q.original_pk is null
    and (q.uuid_hash = :uuid_hash or sealed_senders.pseudonym = any(:pseudonyms::bytea[]))
  order by q.pk for no key update of q`,
);

const moveToReported = statement(
  "moderation.moveToReported",
  `
  with reported_questions as (
    update questions q set status = 'reported', held_by = null, changed_hour = :hour
    where q.uuid_hash = any(:uuid_hashes::text[])
    returning q.pk, q.uuid_hash, q.body, q.locale
  ), ${openCaseSql("reported_questions", {
    kind: "'question'",
    object: "uuid_hash",
    subject_pk: "null::bigint",
    reporter_pk: ":receiver_pk",
    reason: "null::text",
    note: "''",
    locale: "locale",
    texts: `jsonb_build_array(${buildTextSql("question", "body")})`,
    reported_hour: ":hour",
  })}, new_reports as (
    insert into reports (question_pk, reporter_pk, mode, reported_hour)
    select pk, :receiver_pk, :mode, :hour from reported_questions
    on conflict (question_pk) do update set mode = excluded.mode, reported_hour = excluded.reported_hour
  )
  update users set
    unread_questions_count = unread_questions_count - (select count(*) from reported_questions) + :held_count,
    held_questions_count = held_questions_count - :held_count
  where pk = :receiver_pk`,
);

/** What is reported. Exactly one of `item_id`, `answer_id` and `brought_answer_id` is given. */
interface Report {
  /** The id of the block that the mode `multipleWithBlock` creates. */
  block_id: string;
  item_id?: string | undefined;
  answer_id?: string | undefined;
  brought_answer_id?: string | undefined;
  mode: ReportMode;
}

/** The ids of the questions that a report removed or hid. */
interface ReportedIds {
  item_uuids: string[];
  /** Those that were held; `item_uuids` doesn't contain them. */
  held_item_uuids: string[];
}

/**
 * Reports one of these: a question, all unread and held questions of its sender, a question or an answer of a
 * community, or an answer that somebody brought along.
 */
export async function createReport(
  services: Services,
  reporter: SignedIn,
  { block_id, item_id, answer_id, brought_answer_id, mode }: Report,
): Promise<ReportedIds> {
  const { db } = services;
  const ids = [item_id, answer_id, brought_answer_id].filter((id) => id !== undefined);
  if (ids.length !== 1) throw createFieldFailure("item_id", "missing_field");
  if (brought_answer_id !== undefined) {
    if (mode !== "unit") throw createFieldFailure("mode", "invalid_field");
    await reportBroughtAnswer(db, reporter, brought_answer_id);
    return { item_uuids: [], held_item_uuids: [] };
  }
  const parameters = { item_id: item_id ?? null, answer_id: answer_id ?? null };
  const reporter_pk = reporter.user.pk;
  const [communityItem] = await selectCommunityItem(db, { ...parameters, reporter_pk });
  if (communityItem) {
    if (mode !== "unit") throw createFieldFailure("mode", "invalid_field");
    if (communityItem.is_own_answer) throw new Failure("refused");
    await reportCommunityItem(services, reporter, communityItem);
    return { item_uuids: item_id === undefined ? [] : [item_id], held_item_uuids: [] };
  }
  if (item_id === undefined) throw new Failure("not_found");
  return reportQuestions(services, reporter, { block_id, item_id, mode });
}

// Finds the question or answer of a community that a report names. The id of a copy finds its original, even if an
// earlier report has removed the copy.
const selectCommunityItem = statement(
  "moderation.selectCommunityItem",
  `
  select q.pk as "question_pk!", null::bigint as answer_pk, false as "is_own_answer!"
  from questions q
  where q.uuid_hash = :item_id? and q.community_pk is not null and q.receiver_pk is null
    and q.status = 'shown'
  union all
  select q.original_pk, null, false from questions q
  where q.uuid_hash = :item_id? and q.original_pk is not null and q.receiver_pk = :reporter_pk
  union all
  select a.question_pk, a.pk, a.answerer_pk = :reporter_pk from answers a
  where a.id = :answer_id? and a.community_pk is not null`,
);

// Deleting an answer to the question, which brings its copy back to the inbox, waits for this lock.
const lockReported = statement(
  "moderation.lockReportedQuestion",
  "select pk from questions where pk = :question_pk for no key update",
);

// Removes the unanswered copy from the reporter's inbox. An answered copy stays among the checked questions.
const insertCommunityReport = statement(
  "moderation.insertCommunityReport",
  `
  with new_report as (
    insert into community_reports (reporter_pk, question_pk, answer_pk, reported_hour)
    select :reporter_pk, :question_pk, :answer_pk?, :hour
    where :answer_pk?::bigint is null or exists (select from answers where pk = :answer_pk?)
    on conflict do nothing
    returning question_pk, answer_pk
  ), reported_item as (
    select q.uuid_hash, q.body, q.locale, a.pk as answer_pk, a.id as answer_id, a.text, a.answerer_pk
    from new_report join questions q on q.pk = new_report.question_pk
    left join answers a on a.pk = new_report.answer_pk
  ), ${openCaseSql("reported_item", {
    kind: "case when answer_pk is null then 'community_question' else 'answer' end",
    object: "coalesce(answer_id, uuid_hash)",
    subject_pk: "answerer_pk",
    reporter_pk: ":reporter_pk",
    reason: "null::text",
    note: "''",
    locale: "locale",
    texts: `jsonb_build_array(${buildTextSql("question", "body", "answer_pk is null")})
      || case when answer_pk is null then '[]' else jsonb_build_array(${buildTextSql("answer", "text")}) end`,
    reported_hour: ":hour",
  })}, copy as (
    select pk, receiver_pk, uuid_hash, status from questions
    where original_pk = :question_pk and receiver_pk = :reporter_pk and :answer_pk?::bigint is null
      and status in ('unread', 'confirmed', 'hidden') and not is_answered
    for update
  ), dropped_copy as (
    update questions q set status = 'dropped', changed_hour = :hour from copy where q.pk = copy.pk
  ), updated_counts as (
    update users u set
      unread_questions_count = u.unread_questions_count - (copy.status = 'unread')::int,
      confirmed_questions_count = u.confirmed_questions_count - (copy.status = 'confirmed')::int,
      hidden_questions_count = u.hidden_questions_count - (copy.status = 'hidden')::int
    from copy where u.pk = copy.receiver_pk
  )
  select uuid_hash from copy`,
);

/** Hides a question or an answer of a community from its reporter; a repeated report changes nothing. */
async function reportCommunityItem(
  services: Services,
  { user, identity }: SignedIn,
  { question_pk, answer_pk }: { question_pk: number; answer_pk: number | null },
): Promise<void> {
  const hour = floorToHour(new Date());
  const copies = await lockThen(
    services.db,
    (db) => lockReported(db, { question_pk }),
    async (db, locked) => {
      if (locked.length === 0) throw new Failure("not_found");
      return insertCommunityReport(db, { reporter_pk: user.pk, question_pk, answer_pk, hour });
    },
  );
  if (copies.length > 0) publishCounts(services, identity);
}

const insertBroughtReport = statement(
  "moderation.insertBroughtReport",
  `
  with reported_answer as (
    select brought_answers.id, brought_answers.user_pk, brought_answers.body, brought_answers.text,
      brought_answers.locale, brought_answers.user_pk = :reporter_pk as is_own_answer
    from brought_answers join users u on u.pk = brought_answers.user_pk
    where brought_answers.id = :id and u.left_at is null
    for key share of brought_answers
  ), new_report as (
    insert into brought_reports (brought_answer_id, reporter_pk, reported_hour)
    select id, :reporter_pk, :hour from reported_answer where not is_own_answer
    on conflict do nothing
    returning brought_answer_id
  ), newly_reported as (
    select reported_answer.* from reported_answer join new_report on brought_answer_id = id
  ), ${openCaseSql("newly_reported", {
    kind: "'brought_answer'",
    object: "id",
    subject_pk: "user_pk",
    reporter_pk: ":reporter_pk",
    reason: "null::text",
    note: "''",
    locale: "locale",
    texts: `jsonb_build_array(${buildTextSql("question", "body", false)}, ${buildTextSql("answer", "text")})`,
    reported_hour: ":hour",
  })}
  select is_own_answer as "is_own_answer!" from reported_answer`,
);

/** Hides an answer that somebody brought along from its reporter; a repeated report changes nothing. */
async function reportBroughtAnswer(db: Db, { user }: SignedIn, id: string): Promise<void> {
  const hour = floorToHour(new Date());
  const [reported] = await insertBroughtReport(db, { id, reporter_pk: user.pk, hour });
  if (!reported) throw new Failure("not_found");
  if (reported.is_own_answer) throw new Failure("refused");
}

const selectReported = statement(
  "moderation.selectReported",
  `
  select q.uuid_hash from questions q join reports on reports.question_pk = q.pk
  where q.uuid_hash = :uuid_hash and q.receiver_pk = :receiver_pk and q.status = 'reported'`,
);

// Questions to the account that are being stored hold this lock. It is released at once: whoever holds it waits for no
// question.
const waitForNewQuestions = statement(
  "moderation.waitForNewQuestions",
  "select pk from users where pk = :receiver_pk for no key update",
);

/** Reports a question, or all unread and held questions of its sender. */
async function reportQuestions(
  services: Services,
  { user, identity }: SignedIn,
  { block_id, item_id, mode }: { block_id: string; item_id: string; mode: ReportMode },
): Promise<ReportedIds> {
  const { db, secrets } = services;
  const receiver_pk = user.pk;
  // Stored first and by itself: a later question of the sender finds the block and is dropped. Those that are being
  // stored now are reported as well.
  if (mode === "multipleWithBlock") await blockSender(db, block_id, receiver_pk, item_id);
  const pseudonyms = mode === "unit" ? [] : await findPseudonyms(db, secrets, receiver_pk, item_id);
  await waitForNewQuestions(db, { receiver_pk });
  const lock = (db: Db) => lockReportable(db, { uuid_hash: item_id, receiver_pk, pseudonyms });
  const reported = await lockThen(db, lock, async (db, locked) => {
    const uuid_hashes = locked.map(({ uuid_hash }) => uuid_hash);
    if (!uuid_hashes.includes(item_id)) {
      // A report is repeated if its reply was lost. Which other questions it removed isn't stored.
      const earlier = await selectReported(db, { uuid_hash: item_id, receiver_pk });
      if (earlier.length === 0) throw new Failure("not_found");
      return { item_uuids: [item_id], held_item_uuids: [] };
    }
    const item_uuids = locked.flatMap(({ uuid_hash, is_held }) => (is_held ? [] : uuid_hash));
    const held_item_uuids = locked.flatMap(({ uuid_hash, is_held }) => (is_held ? uuid_hash : []));
    const hour = floorToHour(new Date());
    await moveToReported(db, {
      uuid_hashes,
      held_count: held_item_uuids.length,
      receiver_pk,
      mode,
      hour,
    });
    await removeNotices(db, receiver_pk, "new_question", uuid_hashes);
    return { item_uuids, held_item_uuids };
  });
  publishCounts(services, identity);
  return reported;
}

const selectKind = statement(
  "moderation.selectKind",
  "select is_baton, is_self from questions where uuid_hash = :uuid_hash and receiver_pk = :receiver_pk",
);

/**
 * Finds all pseudonyms that the sender of a question may have for its receiver; none for a question to oneself. Batons have
 * another kind of pseudonym, so that reporting one does not reveal which questions the friend has asked.
 */
async function findPseudonyms(db: Db, secrets: Secrets, receiver_pk: number, uuid_hash: string) {
  const [question] = await selectKind(db, { uuid_hash, receiver_pk });
  if (!question || question.is_self) return [];
  const derivePseudonym = question.is_baton
    ? secrets.deriveBatonPseudonym
    : secrets.deriveSenderPseudonym;
  const identities = await findSenderIdentities(db, secrets, uuid_hash);
  return identities.map((identity) => derivePseudonym(receiver_pk, identity));
}
