import { formatDate } from "@toibako/contract/dates.ts";
import { heldQuestionsPerPage } from "@toibako/contract/filters.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { LRUCache } from "lru-cache";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { createDateReader } from "#platform/dates.ts";
import { countRowsBefore, createPager, isInReachSql } from "#platform/http/pager.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import { toPaper } from "../questions/policy.ts";
import { buildOwnWordMatcher, type FilterSettings, findMatchingTexts } from "./filter.ts";

/** The receiver of a question, with the rules by which their questions are held. */
export interface Receiver extends FilterSettings {
  pk: number;
  /** Whether calm mode is on. */
  is_calm: boolean;
}

export const selectReceiver = statement(
  "filters.selectReceiver",
  `
  select pk, locale, ml_filter, use_ngword_filter,
    coalesce(calm_until > now(), false) as is_calm,
    array(select word from ng_words where user_pk = users.pk order by pk) as "words!"
  from users where lower(account) = lower(:account) and left_at is null`,
);

const emptyMatcher = buildOwnWordMatcher([]);
const matcherCache = new LRUCache<
  number,
  { words: string; matcher: FilterSettings["ownWordMatcher"] }
>({ max: 1_000 });

/** Finds the receiver with this handle; undefined if there is no such account. */
export async function findReceiver(db: Db, account: string): Promise<Receiver | undefined> {
  const [row] = await selectReceiver(db, { account });
  return row && { ...row, ownWordMatcher: getOwnWordMatcher(row) };
}

/** Caches one matcher per account: building a matcher takes longer than using it, and words change seldom. */
function getOwnWordMatcher({
  pk,
  words,
}: Row<"filters.selectReceiver">): FilterSettings["ownWordMatcher"] {
  if (words.length === 0) return emptyMatcher;
  const joined = words.join("\n");
  const cached = matcherCache.get(pk);
  if (cached?.words === joined) return cached.matcher;
  const matcher = buildOwnWordMatcher(words);
  matcherCache.set(pk, { words: joined, matcher });
  return matcher;
}

const selectHeld = statement(
  "filters.selectHeld",
  `
  select u.held_questions_count as total_count, q.uuid_hash, q.body, q.locale, q.type, q.options,
    q.paper, q.asked_hour, q.held_by
  from users u
  left join lateral (
    select found.* from (
      select uuid_hash from questions
      where receiver_pk = u.pk and status = 'held' and ${isInReachSql}
      order by asked_hour desc, uuid_hash limit ${heldQuestionsPerPage} offset :offset
    ) page join questions found using (uuid_hash)
  ) q on true
  where u.pk = :user_pk
  order by q.asked_hour desc, q.uuid_hash`,
);

/** Lists the held questions of an account, newest hour first; within an hour in the order of random ids. */
export async function findHeldQuestions(db: Db, user: SessionUser, page: number, locale: Locale) {
  const rows = await selectHeld(db, {
    user_pk: user.pk,
    offset: countRowsBefore(page, heldQuestionsPerPage),
  });
  const reader = createDateReader(locale, user);
  return {
    questions: rows.flatMap((row) => {
      const { held_by } = row;
      if (row.uuid_hash === null || held_by === null) return [];
      const { total_count: _, asked_hour, ...question } = row;
      return {
        ...question,
        paper: toPaper(question.paper, question.uuid_hash),
        held_by,
        asked_hour: asked_hour.toISOString(),
        asked_date_time__formatted_for_user: formatDate("hour", asked_hour, reader),
      };
    }),
    pager: createPager(page, heldQuestionsPerPage, rows[0]?.total_count ?? 0),
  };
}

const selectWords = statement(
  "filters.selectWords",
  "select id, word from ng_words where user_pk = :user_pk order by pk",
);

export function listWords(db: Db, user_pk: number) {
  return selectWords(db, { user_pk });
}

/** A preview searches only this number of the newest received questions. */
const maxSearchedQuestions = 200;

// Within an hour, questions are ordered by their random ids, so that the order doesn't reveal their times.
const selectReceived = statement(
  "filters.selectReceived",
  `
  select found.uuid_hash, found.body from unnest(array['unread', 'confirmed', 'hidden']) as part (status),
    lateral (
      select uuid_hash, body, asked_hour from questions
      where receiver_pk = :receiver_pk and status = part.status
      order by asked_hour desc, uuid_hash limit ${maxSearchedQuestions}
    ) found
  order by found.asked_hour desc, found.uuid_hash limit ${maxSearchedQuestions}`,
);

const previewLength = 5;

/** Finds which of the newest received questions a word would have held. Returns the first ones, and counts all. */
export async function previewWord(db: Db, user_pk: number, word: string) {
  const questions = await selectReceived(db, { receiver_pk: user_pk });
  const matchingBodies = new Set(
    await findMatchingTexts(
      questions.map(({ body }) => body),
      [word],
    ),
  );
  const matching = questions.filter(({ body }) => matchingBodies.has(body));
  return {
    questions: matching.slice(0, previewLength),
    pager: createPager(1, previewLength, matching.length),
  };
}
