import type { Locale, TranslatedText } from "@toibako/contract/locales.ts";
import { waitingDays } from "@toibako/contract/outbox.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { listSenderTags } from "../../questions/queries/sender-tags.ts";
import type { ArchiveRecords, RecordKind } from "../policy/records.ts";
import { listMessages } from "./messages.ts";
import { listRoomMessages } from "./rooms.ts";

/** How many rows are read at once, to limit memory use. */
const batchSize = 100;

const questionColumns = `
  q.type, q.body, q.stamp_id, q.options, q.locale, q.asked_hour, community.names as community_names`;
const communityJoin = "left join communities community on community.pk = q.community_pk";

type QuestionColumns = Pick<
  Row<"archives.selectAnswers">,
  "type" | "body" | "stamp_id" | "options" | "locale" | "asked_hour"
>;

const toQuestion = ({ type, body, stamp_id, options, locale, asked_hour }: QuestionColumns) => ({
  type,
  body,
  stamp_id,
  options,
  locale,
  asked_hour: asked_hour.toISOString(),
});

const selectAnswers = statement(
  "archives.selectAnswers",
  `
  select a.pk, ${questionColumns}, q.is_self, q.is_baton, q.is_welcome,
    case when a.community_pk is null then q.status end as status,
    not (q.is_ad_default and a.is_ad_default) as "is_sensitive!",
    a.text, a.chosen_option, a.answered_at, a.likes_count
  from (
    select * from answers where answerer_pk = :user_pk and pk < :before_pk
    order by pk desc limit ${batchSize}
  ) a
  join questions q on q.pk = a.question_pk
  ${communityJoin}
  order by a.pk desc`,
);

/** Yields the answers of an account, newest first. */
async function* listAnswers(db: Db, user_pk: number, locale: Locale) {
  let before_pk = Number.MAX_SAFE_INTEGER;
  while (true) {
    const rows = await selectAnswers(db, { user_pk, before_pk });
    if (rows.length === 0) return;
    before_pk = rows.at(-1)?.pk ?? 0;
    yield rows.map((row) => ({
      question: toQuestion(row),
      status: row.status as ArchiveRecords["answers"]["status"],
      is_self: row.status !== null && row.is_self,
      is_baton: row.is_baton,
      is_welcome: row.is_welcome,
      is_sensitive: row.is_sensitive,
      community: findCommunityName(row.community_names, locale),
      answer: {
        text: row.text,
        chosen_option: row.chosen_option,
        answered_at: row.answered_at.toISOString(),
        likes_count: row.likes_count,
      },
    }));
  }
}

const findCommunityName = (names: TranslatedText | null, locale: Locale) => names?.[locale] ?? null;

const selectBrought = statement(
  "archives.selectBrought",
  `
  select id, type, body, stamp_id, options, locale, asked_hour, is_sensitive, text, chosen_option,
    answered_at
  from brought_answers
  where user_pk = :user_pk and answered_at <= :before_moment
    and (answered_at < :before_moment or id > :after_id)
  order by answered_at desc, id limit ${batchSize}`,
);

/** Yields the answers that an account has brought along, newest first. */
async function* listBrought(db: Db, user_pk: number) {
  let last = { answered_at: new Date("9999-01-01"), id: "" };
  while (true) {
    const rows = await selectBrought(db, {
      user_pk,
      before_moment: last.answered_at,
      after_id: last.id,
    });
    const end = rows.at(-1);
    if (!end) return;
    last = end;
    yield rows.map((row) => ({
      question: toQuestion(row),
      is_sensitive: row.is_sensitive,
      answer: {
        text: row.text,
        chosen_option: row.chosen_option,
        answered_at: row.answered_at.toISOString(),
      },
    }));
  }
}

// Questions of one hour are ordered by their random id, as in the inbox, so that the order doesn't reveal their
// times.
const selectUnanswered = statement(
  "archives.selectUnanswered",
  `
  select q.uuid_hash, ${questionColumns}, q.is_self, q.is_baton, q.is_welcome
  from questions q ${communityJoin}
  where q.receiver_pk = :user_pk and q.status = :status and not q.is_answered
    and q.asked_hour <= :before_hour and (q.asked_hour < :before_hour or q.uuid_hash > :after_id)
  order by q.asked_hour desc, q.uuid_hash limit ${batchSize}`,
);

const unansweredStatuses = ["unread", "confirmed", "hidden", "held"] as const;

/** Yields the unanswered questions to an account, by status, and for each status the newest hour first. */
async function* listUnanswered(db: Db, user_pk: number, locale: Locale) {
  for (const status of unansweredStatuses) {
    let last = { asked_hour: new Date("9999-01-01"), uuid_hash: "" };
    while (true) {
      const rows = await selectUnanswered(db, {
        user_pk,
        status,
        before_hour: last.asked_hour,
        after_id: last.uuid_hash,
      });
      const end = rows.at(-1);
      if (!end) break;
      last = end;
      yield rows.map((row) => ({
        question: toQuestion(row),
        status,
        is_self: row.is_self,
        is_baton: row.is_baton,
        is_welcome: row.is_welcome,
        community: findCommunityName(row.community_names, locale),
      }));
    }
  }
}

// Selects the sent questions that the site still shows to their sender. Unanswered questions are left out
// after `waitingDays`, whatever their receiver does with them, so that the list reveals nothing about that.
const selectSent = statement(
  "archives.selectSent",
  `
  select ${questionColumns}, q.is_answered, receiver.account as to_account
  from unnest(:tags::bytea[]) with ordinality as own (tag, position)
  join sent_questions on sent_questions.tag = own.tag
  join questions q on q.pk = sent_questions.question_pk
  left join users receiver on receiver.pk = q.receiver_pk
  ${communityJoin}
  where case when q.community_pk is not null then q.status <> 'deleted' else
    receiver.left_at is null
      and (q.is_answered or q.asked_hour >= now() - interval '${waitingDays} days') end
  order by own.position desc`,
);

/** Yields the questions that an account has sent, newest first. */
async function* listSent(services: RecordServices, viewer: SignedIn, locale: Locale) {
  const tags = await listSenderTags(services.db, services, viewer);
  for (let end = tags.length; end > 0; end -= batchSize) {
    const rows = await selectSent(services.db, {
      tags: tags.slice(Math.max(0, end - batchSize), end),
    });
    yield rows.map((row) => ({
      question: toQuestion(row),
      to_account: row.to_account,
      community: findCommunityName(row.community_names, locale),
      is_answered: row.is_answered,
    }));
  }
}

const selectLikes = statement(
  "archives.selectLikes",
  `
  select a.pk, ${questionColumns}, a.text, u.account
  from (
    select answer_pk from answer_likes where actor_key = :like_actor and answer_pk < :before_pk
    order by answer_pk desc limit ${batchSize}
  ) page
  join answers a on a.pk = page.answer_pk
  join questions q on q.pk = a.question_pk
  left join users u on u.pk = a.answerer_pk and u.left_at is null
  ${communityJoin}
  order by a.pk desc`,
);

/** Yields the answers that an account likes, newest answer first. */
async function* listLikes(db: Db, like_actor: Buffer) {
  let before_pk = Number.MAX_SAFE_INTEGER;
  while (true) {
    const rows = await selectLikes(db, { like_actor, before_pk });
    if (rows.length === 0) return;
    before_pk = rows.at(-1)?.pk ?? 0;
    yield rows.flatMap((row) =>
      row.account === null
        ? []
        : [{ question: toQuestion(row), answer: { text: row.text, account: row.account } }],
    );
  }
}

const selectFollows = statement(
  "archives.selectFollows",
  `
  select follows.followed_pk, u.account, u.displaying_name
  from follows join users u on u.pk = follows.followed_pk and u.left_at is null
  where follows.follower_pk = :user_pk and follows.followed_pk > :after_pk
  order by follows.followed_pk limit ${batchSize}`,
);

async function* listFollows(db: Db, user_pk: number) {
  let after_pk = 0;
  while (true) {
    const rows = await selectFollows(db, { user_pk, after_pk });
    if (rows.length === 0) return;
    after_pk = rows.at(-1)?.followed_pk ?? 0;
    yield rows.map(({ account, displaying_name }) => ({ account, displaying_name }));
  }
}

export type RecordServices = Pick<Services, "db" | "secrets" | "sent_counts" | "config">;

/** Yields the records of each kind in batches. Communities have their names in the account's language. */
export function listRecords(
  services: RecordServices,
  viewer: SignedIn,
): { [K in RecordKind]: AsyncIterable<ArchiveRecords[K][]> } {
  const { db } = services;
  const { pk, locale } = viewer.user;
  return {
    answers: listAnswers(db, pk, locale),
    brought: listBrought(db, pk),
    questions: listUnanswered(db, pk, locale),
    sent: listSent(services, viewer, locale),
    messages: listAllMessages(services, viewer),
    likes: listLikes(db, viewer.like_actor),
    follows: listFollows(db, pk),
  };
}

const countRecords = statement(
  "archives.countRecords",
  `
  select u.answers_count + u.brought_answers_count + (
    select count(*)::int from questions q where q.receiver_pk = u.pk and not q.is_answered
      and q.status in ('unread', 'confirmed', 'hidden', 'held')
  ) as "count!"
  from users u where u.pk = :user_pk`,
);

/** Counts the questions and answers that an archive will have, for the display of its progress. */
export async function countExported(db: Db, user_pk: number): Promise<number> {
  return (await countRecords(db, { user_pk }))[0]?.count ?? 0;
}

/** Yields the messages of the account's talks, and then those that it has written in rooms. */
async function* listAllMessages(
  services: Pick<Services, "db" | "secrets" | "config">,
  viewer: SignedIn,
): AsyncGenerator<ArchiveRecords["messages"][]> {
  yield* listMessages(services, viewer);
  yield* listRoomMessages(services.db, viewer);
}
