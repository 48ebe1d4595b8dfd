import type { NoticeKind } from "@toibako/contract/notices.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { createAccountViewer } from "#platform/identity/session.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { findSessionUser } from "../accounts/queries.ts";
import { combineUnreadAnswers, type ListedNotice, readQuestionId } from "../notices/policy.ts";
import { readCachedStatesAndBadges } from "../notices/queries/read-states.ts";
import { listNoticeGroups } from "../notices/queries.ts";
import { listSealedIdentities } from "../questions/queries/sender.ts";
import { countNewInRooms } from "../rooms/queries/unread.ts";
import { countNewMessages } from "../talks/queries/new-messages.ts";
import { type News, type Period, readUnsubscribeToken } from "./policy.ts";

/** SQL condition: the account `u` wants the daily mail and can get it. */
export const subscriberCondition =
  "u.is_send_email and u.confirmed_email is not null and u.left_at is null";

const selectTimeZones = statement(
  "digests.selectTimeZones",
  `select distinct u.time_zone from users u where ${subscriberCondition}`,
);

/** Lists the time zones of the accounts that get the daily mail. */
export async function listTimeZones(db: Db): Promise<string[]> {
  return (await selectTimeZones(db, {})).map(({ time_zone }) => time_zone);
}

const selectDueAccounts = statement(
  "digests.selectDueAccounts",
  `
  select u.pk, u.digest_until_hour from users u
  where ${subscriberCondition} and u.time_zone = :time_zone and u.pk > :after_pk
    and u.digest_on is distinct from :day::text::date
  order by u.pk limit :limit`,
);

/**
 * Lists the next accounts of a time zone, by key, for which the mail of this day has not been enqueued, with the end of
 * their last mail.
 */
export async function listDueAccounts(
  db: Db,
  due: { time_zone: string; day: string; after_pk: number; limit: number },
) {
  return selectDueAccounts(db, due);
}

const selectSubscriber = statement(
  "digests.selectSubscriber",
  `
  select u.account, u.locale, u.confirmed_email as "confirmed_email!" from users u
  where u.pk = :user_pk and ${subscriberCondition}`,
);

/** Finds an account that gets the daily mail; undefined if it has left or unsubscribed. */
export async function findSubscriber(db: Db, user_pk: number) {
  return (await selectSubscriber(db, { user_pk }))[0];
}

const selectUnsubscription = statement(
  "digests.selectUnsubscription",
  "select account, is_send_email from users where pk = :user_pk and destroyed_at is null",
);

/** Finds the account that an unsubscribe link names; undefined for a forged link. */
export async function findUnsubscription({ db, secrets }: Services, token: string) {
  const user_pk = readUnsubscribeToken(secrets, token);
  return user_pk === undefined ? undefined : (await selectUnsubscription(db, { user_pk }))[0];
}

type NewsServices = Pick<Services, "db" | "secrets" | "config" | "sent_counts">;

const selectUnseenQuestions = statement(
  "digests.selectUnseenQuestions",
  `
  select uuid_hash from questions
  where uuid_hash = any(:uuid_hashes::text[]) and receiver_pk = :user_pk and not is_seen`,
);

/** Counts what arrived for an account in a period and has not been seen. */
export async function countNews(
  services: NewsServices,
  user_pk: number,
  { start, end }: Period,
): Promise<News> {
  const { db, secrets } = services;
  const since = start.toISOString();
  const until = end.toISOString();
  const user = await findSessionUser(db, user_pk);
  const viewer = createAccountViewer(secrets, user, await listSealedIdentities(db, user_pk));
  const unseen = (await listUnseen(services, viewer)).filter(
    ({ written_at }) => written_at >= since && written_at < until,
  );
  const count = (...kinds: NoticeKind[]) =>
    unseen.filter(({ kind }) => kinds.includes(kind)).length;
  return {
    questions: count("new_question"),
    answers: count("new_answer", "new_answer_to_community_question"),
    likes: count("new_answer_like"),
    followers: count("new_follower"),
    messages:
      (await countNewMessages(services, viewer, { start, end })) +
      (await countNewInRooms(db, user_pk, { start, end })),
  };
}

/** Lists the notices that the account has not seen, and whose question or answer it has not seen either. */
async function listUnseen(services: NewsServices, viewer: SignedIn): Promise<ListedNotice[]> {
  const groups = await listNoticeGroups(services, viewer);
  const unseen = groups.flat().filter(({ is_seen }) => !is_seen);
  const { states } = await readCachedStatesAndBadges(services, viewer);
  const unreadAnswers = combineUnreadAnswers(states);
  const questions = await selectUnseenQuestions(services.db, {
    user_pk: viewer.user.pk,
    uuid_hashes: unseen.map(({ urn }) => readQuestionId(urn) ?? ""),
  });
  const unseenQuestions = new Set(questions.map(({ uuid_hash }) => uuid_hash));
  return unseen.filter(({ kind, urn }) => {
    const question_id = readQuestionId(urn) ?? "";
    if (kind === "new_question") return unseenQuestions.has(question_id);
    return kind !== "new_answer" || unreadAnswers.has(question_id);
  });
}
