import { type HeldQuestion, heldPerPage, type MlFilter } from "@toibako/contract/filters.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { formatHour } from "#platform/dates.ts";
import { type Db, statement } from "#platform/db.ts";
import { pagerOf, rowsBefore } from "#platform/pager.ts";
import type { SessionUser } from "#platform/viewer.ts";
import { ownWords, preview, type Rules } from "./filter.ts";

/** Whom a question goes to, and what they want held. */
export interface Receiver extends Rules {
  pk: number;
}

interface ReceiverRow {
  pk: number;
  locale: Locale;
  ml_filter: MlFilter;
  use_ngword_filter: boolean;
  words: string[];
}

const receiver = statement<ReceiverRow>(`
  select pk, locale, ml_filter, use_ngword_filter,
    array(select word from ng_words where user_pk = users.pk order by pk) as words
  from users where lower(account) = lower($1) and left_at is null`);

const none = ownWords([]);
const kept = new Map<number, { words: string; own_words: Rules["own_words"] }>();
const keptAtMost = 1_000;

/** Whom an account names, with their rules; undefined when there is no such account. */
export async function findReceiver(db: Db, account: string): Promise<Receiver | undefined> {
  const [row] = await receiver(db, account);
  return row && { ...row, own_words: matcherOf(row) };
}

/** A person's words change seldom, and take longer to prepare than to look for. */
function matcherOf({ pk, words }: ReceiverRow): Rules["own_words"] {
  if (words.length === 0) return none;
  const joined = words.join("\n");
  const known = kept.get(pk);
  if (known?.words === joined) return known.own_words;
  const own_words = ownWords(words);
  kept.delete(pk);
  kept.set(pk, { words: joined, own_words });
  const oldest = kept.keys().next();
  if (kept.size > keptAtMost && !oldest.done) kept.delete(oldest.value);
  return own_words;
}

interface HeldRow extends Omit<HeldQuestion, "asked_hour" | "asked_date_time__formatted_for_user"> {
  asked_hour: Date;
}

const held = statement<{ total_count: number } & (HeldRow | { uuid_hash: null })>(`
  select u.held_questions_count as total_count, q.uuid_hash, q.body, q.locale, q.type, q.options,
    q.asked_hour, q.held_by
  from users u
  left join lateral (
    select * from questions where receiver_pk = u.pk and status = 'held'
    order by asked_hour desc, uuid_hash limit ${heldPerPage} offset $2
  ) q on true
  where u.pk = $1
  order by q.asked_hour desc, q.uuid_hash`);

/** What the filters of a person hold, newest hour first; within an hour in no telling order. */
export async function listHeld(db: Db, user: SessionUser, page: number, locale: Locale) {
  const rows = await held(db, user.pk, rowsBefore(page, heldPerPage));
  return {
    questions: rows.flatMap((row) => {
      if (row.uuid_hash === null) return [];
      const { total_count: _, asked_hour, ...question } = row;
      return {
        ...question,
        asked_hour: asked_hour.toISOString(),
        asked_date_time__formatted_for_user: formatHour(asked_hour, locale, user.time_zone),
      };
    }),
    pager: pagerOf(page, heldPerPage, rows[0]?.total_count ?? 0),
  };
}

const words = statement<{ id: string; word: string }>(
  "select id, word from ng_words where user_pk = $1 order by pk",
);

export function listWords(db: Db, user_pk: number) {
  return words(db, user_pk);
}

// Newest hour first, as everywhere: within an hour the order of arrival is nobody's to know.
const received = statement<{ uuid_hash: string; body: string }>(`
  select q.uuid_hash, q.body from unnest(array['unread', 'confirmed', 'hidden']) as part (status),
    lateral (
      select uuid_hash, body, asked_hour from questions
      where receiver_pk = $1 and status = part.status
      order by asked_hour desc, uuid_hash limit 200
    ) q
  order by q.asked_hour desc, q.uuid_hash limit 200`);

const shown = 5;

/** Which of the newest 200 received questions a word would have held, and the first 5 of them. */
export async function previewWord(db: Db, user_pk: number, word: string) {
  const questions = await received(db, user_pk);
  const caught = new Set(
    await preview(
      questions.map(({ body }) => body),
      [word],
    ),
  );
  const found = questions.filter(({ body }) => caught.has(body));
  return { questions: found.slice(0, shown), pager: pagerOf(1, shown, found.length) };
}
