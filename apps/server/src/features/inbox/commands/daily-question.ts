import { statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";
import { floorToHour } from "#platform/dates.ts";
import { publishCounts } from "#platform/events/events.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import type { Services } from "#platform/services.ts";
import { findMatchingTexts } from "../../filters/filter.ts";
import {
  type DailyQuestion,
  type DailyReceiver,
  receivesTodaySql,
  selectDailyQuestions,
  selectReceivers,
} from "../queries/daily-question.ts";

// Locks the originals before the accounts, in the same order as the deletion of an original, to avoid deadlocks.
// Answering or reporting an original waits for this lock.
const lockOriginals = statement(
  "inbox.lockOriginals",
  `
  select pk from questions where pk = any(:question_pks::bigint[]) and status = 'shown'
  order by pk for share`,
);

// The originals are locked, so that nobody answers or reports them meanwhile.
const insertCopies = statement(
  "inbox.insertCopies",
  `
  with originals as (
    select q.pk, q.community_pk, q.type, q.body, q.locale from questions q
    where q.pk = any(:question_pks::bigint[]) and q.status = 'shown'
  ), chosen_questions as (
    select chosen.uuid_hash, chosen.user_pk, originals.*
    from unnest(:uuid_hashes::text[], :user_pks::bigint[], :question_pks::bigint[])
      as chosen (uuid_hash, user_pk, question_pk)
    join originals on originals.pk = chosen.question_pk
    where not exists (
      select from answers a where a.question_pk = originals.pk and a.answerer_pk = chosen.user_pk
    ) and not exists (
      select from community_reports report where report.question_pk = originals.pk
        and report.reporter_pk = chosen.user_pk and report.answer_pk is null
    )
  ), locked_users as (
    select u.pk from users u
    where u.pk in (select user_pk from chosen_questions) and ${receivesTodaySql}
    order by u.pk for no key update
  ), new_copies as (
    insert into questions
      (uuid_hash, receiver_pk, community_pk, original_pk, type, body, locale, asked_hour)
    select chosen.uuid_hash, chosen.user_pk, chosen.community_pk, chosen.pk, chosen.type, chosen.body,
      chosen.locale, :asked_hour
    from chosen_questions chosen join locked_users on locked_users.pk = chosen.user_pk
    on conflict do nothing
    returning receiver_pk, uuid_hash
  ), updated_users as (
    update users u set
      unread_questions_count = u.unread_questions_count + 1,
      community_question_on = current_date
    from new_copies where u.pk = new_copies.receiver_pk
  )
  select receiver_pk as "receiver_pk!" from new_copies`,
);

const receiversPerBatch = 200;
/** Maximum number of questions that are tried for an account whose own words hold them. */
const maxAttempts = 20;

/**
 * Puts a copy of a community question into the inbox of each member who has visited the site in the last seven days,
 * once a day. A copy is marked as unseen like other questions, but causes no notice, because nobody has asked its
 * receiver in person.
 */
export async function sendDailyQuestions(services: Services): Promise<void> {
  const { db } = services;
  let last_pk = 0;
  for (;;) {
    const receivers = await selectReceivers(db, { last_pk, limit: receiversPerBatch });
    const last = receivers.at(-1);
    if (!last) return;
    await storeCopies(services, await chooseQuestions(services, receivers));
    last_pk = last.pk;
  }
}

/**
 * Chooses a question for each account, if there is one for it. An account may get a question that it has asked itself,
 * because the missing copy would otherwise tell who asked the question.
 */
async function chooseQuestions(
  services: Services,
  receivers: readonly DailyReceiver[],
): Promise<DailyQuestion[]> {
  const chosenQuestions: DailyQuestion[] = [];
  const ownWordsByAccount = new Map(receivers.map(({ pk, words }) => [pk, words]));
  // The questions that were held, and at the same positions the accounts whose own words held them.
  const held_question_pks: number[] = [];
  const held_user_pks: number[] = [];
  let user_pks = receivers.map(({ pk }) => pk);
  for (let attempt = 1; attempt <= maxAttempts && user_pks.length > 0; attempt++) {
    const questions = await selectDailyQuestions(services.db, {
      user_pks,
      held_question_pks,
      held_user_pks,
    });
    user_pks = [];
    for (const question of questions) {
      const { user_pk, question_pk, body } = question;
      const ownWords = ownWordsByAccount.get(user_pk) ?? [];
      const isHeld = ownWords.length > 0 && (await findMatchingTexts([body], ownWords)).length > 0;
      if (!isHeld) {
        chosenQuestions.push(question);
        continue;
      }
      held_question_pks.push(question_pk);
      held_user_pks.push(user_pk);
      user_pks.push(user_pk);
    }
  }
  return chosenQuestions;
}

async function storeCopies(services: Services, questions: readonly DailyQuestion[]): Promise<void> {
  if (questions.length === 0) return;
  const { db, secrets } = services;
  const copies = await transaction(db, async (db) => {
    const question_pks = questions.map(({ question_pk }) => question_pk);
    await lockOriginals(db, { question_pks });
    return insertCopies(db, {
      uuid_hashes: questions.map(() => createPublicId()),
      user_pks: questions.map(({ user_pk }) => user_pk),
      question_pks,
      asked_hour: floorToHour(new Date()),
    });
  });
  for (const { receiver_pk } of copies)
    publishCounts(services, secrets.deriveAccountIdentity(receiver_pk));
}
