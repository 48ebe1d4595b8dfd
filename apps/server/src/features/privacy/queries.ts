import { type DateReader, formatDate } from "@toibako/contract/dates.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { waitingDays } from "@toibako/contract/outbox.ts";
import {
  accountData,
  type HeldData,
  type HeldEntry,
  type HeldKind,
  visitorData,
} from "@toibako/contract/privacy.ts";
import { statement } from "#platform/database/statement.ts";
import { createDateReader, floorToHour } from "#platform/dates.ts";
import type { SignedIn, Viewer } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { countNotices } from "../notices/queries.ts";
import { countUnreadAnswers } from "../outbox/queries/answers.ts";
import { listSenderTags } from "../questions/queries/sender-tags.ts";
import { countTalkData } from "../talks/queries/held-data.ts";

type HeldDataServices = Pick<Services, "config" | "db" | "secrets" | "sent_counts">;

const emptyHeldData: Omit<HeldData, "source_url"> = {
  holder: "nobody",
  known_since: null,
  newest_session: null,
  linked_providers: [],
  entries: [],
};

/** Lists the kinds of data that the server holds about the caller, with their numbers. */
export async function findHeldData(
  services: HeldDataServices,
  viewer: Viewer,
  locale: Locale,
): Promise<HeldData> {
  const source_url = services.config.source_url ?? null;
  const { user, identity } = viewer;
  if (user && identity) {
    const account = { ...viewer, user, identity };
    return { ...(await findAccountData(services, account, locale)), source_url };
  }
  if (viewer.identity) return { ...(await findVisitorData(services, viewer, locale)), source_url };
  return { ...emptyHeldData, source_url };
}

async function findVisitorData(services: HeldDataServices, viewer: Viewer, locale: Locale) {
  const knownSince = viewer.visitor_since;
  const counts = { visitor_cookie: 1, ...(await countSenderData(services, viewer)) };
  return {
    ...emptyHeldData,
    holder: "visitor" as const,
    // Old cookies contain no time.
    known_since:
      knownSince && knownSince.getTime() > 0
        ? formatShownHour(knownSince, createDateReader(locale, undefined))
        : null,
    entries: listHeldEntries(visitorData, counts),
  };
}

async function findAccountData(
  services: HeldDataServices,
  viewer: Viewer & Pick<SignedIn, "user" | "identity">,
  locale: Locale,
) {
  const { user } = viewer;
  const [[row], notices, senderCounts, talkCounts] = await Promise.all([
    selectAccount(services.db, { user_pk: user.pk }),
    countNotices(services, viewer),
    countSenderData(services, viewer),
    countTalkData(services, viewer),
  ]);
  if (!row) throw new Error("the account of a session does not exist");
  const { created_at, newest_session_at, ...counts } = row;
  const reader = createDateReader(locale, user);
  return {
    holder: "account" as const,
    known_since: formatShownHour(created_at, reader),
    newest_session: newest_session_at && formatShownHour(newest_session_at, reader),
    linked_providers: user.provider,
    entries: listHeldEntries(accountData, { ...counts, notices, ...senderCounts, ...talkCounts }),
  };
}

/** The number of rows of each counted kind. */
type Counts = Partial<Record<HeldKind, number>>;

/** Lists the entries of all kinds. The count of kinds that are not counted is 0. */
function listHeldEntries(
  kinds: typeof visitorData | typeof accountData,
  counts: Counts,
): HeldEntry[] {
  return Object.entries(kinds).map(([name, { counting, rule, ...rest }]) => {
    const kind = name as HeldKind;
    const isCounted = counting === "exact" || counting === "at_most";
    const count = isCounted ? (counts[kind] ?? 0) : 0;
    return { kind, counting, count, rule, amount: "amount" in rest ? (rest.amount ?? null) : null };
  });
}

function formatShownHour(moment: Date, reader: DateReader) {
  const hour = floorToHour(moment);
  return { hour: hour.toISOString(), formatted: formatDate("hour", hour, reader) };
}

// The waiting questions are those that the sender's own list shows. The count must not depend on what
// receivers do with them.
const countSentQuestions = statement(
  "privacy.countSentQuestions",
  `
  select
    count(*) filter (
      where q.community_pk is null and not q.is_answered
        and q.asked_hour >= now() - interval '${waitingDays} days'
        and not exists (select from users receiver where receiver.pk = q.receiver_pk and receiver.left_at is not null)
    )::int as waiting,
    count(*) filter (where q.community_pk is null and q.is_answered)::int as answered,
    count(*) filter (where q.community_pk is not null and q.status <> 'deleted')::int
      as to_communities
  from unnest(:tags::bytea[]) as own (tag)
  join sent_questions on sent_questions.tag = own.tag
  join questions q on q.pk = sent_questions.question_pk`,
);

const countLikes = statement(
  "privacy.countLikes",
  `select count(*)::int as "count!" from answer_likes where actor_key = :like_actor?`,
);

/**
 * Counts the caller's questions and likes. Returns the number of sent questions as the number of sealed records,
 * which is their maximum: a record is deleted with its question, so the exact number would reveal that a receiver
 * has deleted one.
 */
async function countSenderData(services: HeldDataServices, viewer: Viewer): Promise<Counts> {
  const { db } = services;
  const tags = await listSenderTags(db, services, viewer);
  const [[sent], [likes], unread_answers] = await Promise.all([
    countSentQuestions(db, { tags }),
    countLikes(db, { like_actor: viewer.like_actor ?? null }),
    countUnreadAnswers(services, viewer),
  ]);
  return {
    sent: tags.length,
    sent_waiting: sent?.waiting ?? 0,
    sent_answered: sent?.answered ?? 0,
    sent_to_communities: sent?.to_communities ?? 0,
    sealed_senders: tags.length,
    sealed_addresses: tags.length,
    unread_answers,
    likes: likes?.count ?? 0,
  };
}

const buildCountRowsSql = (table: string, column: string) =>
  `(select count(*)::int from ${table} where ${column} = :user_pk)`;

// Reads the numbers of questions and answers from counters, because counting 100,000 rows would be slow.
// `profile` counts the handle and, if the account has entered them, the display name, the introduction and
// the picture.
const selectAccount = statement(
  "privacy.selectAccount",
  `
  select
    1 + (u.displaying_name <> '')::int + (u.self_introduction <> '')::int
      + (u.icon_url is not null)::int as "profile!",
    (u.email is not null)::int as "email!",
    (u.password_hash is not null)::int as "password!",
    ${buildCountRowsSql("totp_factors", "user_pk")} as "second_factor!",
    ${buildCountRowsSql("recovery_codes", "user_pk")} as "recovery_codes!",
    ${buildCountRowsSql("passkeys", "user_pk")} as "passkeys!",
    ${buildCountRowsSql("passkey_challenges", "user_pk")} as "passkey_challenges!",
    ${buildCountRowsSql("identities", "user_pk")} as "linked_providers!",
    (
      select count(*)::int from identity_tokens join identities on identities.pk = identity_tokens.identity_pk
      where identities.user_pk = :user_pk
    ) as "provider_tokens!",
    ${buildCountRowsSql("social_starts", "user_pk")} as "authorization_requests!",
    ${buildCountRowsSql("sessions", "user_pk")} as "sessions!",
    ${buildCountRowsSql("mail_links", "user_pk")} as "mail_links!",
    ${buildCountRowsSql("push_subscriptions", "user_pk")} as "push_subscriptions!",
    u.unread_questions_count as received_unread,
    u.confirmed_questions_count as received_confirmed,
    u.hidden_questions_count as received_hidden,
    u.held_questions_count as received_held,
    ${buildCountRowsSql("reports", "reporter_pk")} as "reports!",
    u.answers_count as answers,
    u.brought_answers_count as brought_answers,
    (
      select count(*)::int from batons join questions q on q.pk = batons.passed_question_pk
      where q.receiver_pk = :user_pk
    ) as "batons!",
    ${buildCountRowsSql("ng_words", "user_pk")} as "own_words!",
    ${buildCountRowsSql("blocks", "receiver_pk")} as "blocks!",
    ${buildCountRowsSql("adopted_visitors", "user_pk")} as "adopted_visitors!",
    ${buildCountRowsSql("follows", "follower_pk")} as "follows!",
    ${buildCountRowsSql("follows", "followed_pk")} as "followers!",
    ${buildCountRowsSql("imported_followers", "user_pk")} as "imported_followers!",
    ${buildCountRowsSql("community_reports", "reporter_pk")} as "community_reports!",
    ${buildCountRowsSql("brought_reports", "reporter_pk")} as "brought_reports!",
    ${buildCountRowsSql("community_members", "user_pk")} as "communities!",
    ${buildCountRowsSql("community_mutes", "user_pk")} as "community_mutes!",
    ${buildCountRowsSql("room_members", "user_pk")} as "rooms!",
    ${buildCountRowsSql("room_blocks", "user_pk")} as "room_blocks!",
    ${buildCountRowsSql("closed_handles", "user_pk")} as "closed_handles!",
    (
      select count(*)::int from billing_customers where user_pk = :user_pk and card_seq is not null
    ) as "payment_card!",
    (
      select count(*)::int from ledger join billing_customers on billing_customers.reference = ledger.reference
      where billing_customers.user_pk = :user_pk
    ) as "payments!",
    ${buildCountRowsSql("survey_answers", "user_pk")} as "survey_answers!",
    ${buildCountRowsSql("badges", "user_pk")} as "badges!",
    ${buildCountRowsSql("achievements", "user_pk")} as "achievements!",
    ${buildCountRowsSql("diagnosis_results", "user_pk")} as "diagnosis_results!",
    ${buildCountRowsSql("inquiries", "user_pk")} as "inquiries!",
    (
      select count(*)::int from case_actions where subject_pk = :user_pk and kind in ('hide', 'warn', 'suspend')
    ) as "decisions!",
    ${buildCountRowsSql("archive_exports", "user_pk")} as "archive_exports!",
    ${buildCountRowsSql("archive_imports", "user_pk")} as "archive_imports!",
    u.created_at,
    (select max(sessions.created_at) from sessions where sessions.user_pk = :user_pk) as newest_session_at
  from users u where u.pk = :user_pk`,
);
