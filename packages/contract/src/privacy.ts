import { type Static, Type } from "typebox";
import { providers } from "./accounts.ts";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import { passkeyChallengeMinutes } from "./factors.ts";
import { closedHandleDays } from "./handles.ts";
import { undoDays } from "./mails.ts";
import { waitingDays } from "./outbox.ts";
import { defineObject, Timestamp } from "./shapes.ts";

/**
 * Days after which data is deleted. The jobs that delete it, the cookies, the privacy page and the long
 * texts of `locales/<locale>/pages/` use these numbers. In the texts they have names, which
 * `apps/web/vite/figures.ts` lists. `notice_and_address_days` is one name for two numbers: before giving
 * these different values, split the name and the sentence with it in each language.
 */
export const retentionDays = {
  session: 90,
  visitor_cookie: 400,
  known_browser: 400,
  notice: 90,
  sender_address: 90,
  bin: 30,
  /** An unread daily question, counted from its sending. */
  community_question: 30,
  like_toggle: 2,
  /** An exported archive, counted from its completion, and the report of an import. */
  archive: 7,
  /** A report of a talk, with the messages that its reporter has added. */
  talk_report: 180,
  /** A message from the contact form, with its answer. */
  inquiry: 180,
  /** A follower on X without an account here, counted from the last import. */
  imported_follower: 90,
  /** Which account answered a survey; the answers stay without it. */
  survey: 90,
  /** What somebody got from a diagnosis game. */
  diagnosis_result: 90,
  /** That a payment provider sent a notification. */
  provider_event: 90,
  /** The longest validity of a link in a mail. */
  mail_link: undoDays,
  /** Finished jobs are deleted at once, failed ones after this time. */
  failed_job: 14,
} as const;

/** Minutes until an authorization request expires. */
export const authorizationRequestMinutes = 10;

/** The longest window of the rate limits that count accounts, and of all other rate limits. */
export const rateLimitHours = { account: 24, other: 1 } as const;

/** What ends the storage of data; rules that begin with `days`, `hours` or `minutes` have an amount. */
const retentionRules = [
  "days",
  "days_in_browser",
  "days_if_failed",
  "hours",
  "minutes",
  "until_removed",
  "until_unlinked",
  "until_read",
  "while_account",
  "while_question",
  "while_receiver_keeps",
  "while_others_keep",
  "until_operator_deletes",
  "no_end",
] as const;
type RetentionRule = (typeof retentionRules)[number];

/**
 * How the number of rows is shown. `at_most`: as an upper bound, because the exact number would reveal
 * what a receiver did with a question. `not_told`: the page doesn't show whether there are rows.
 * `not_counted`: without a number.
 */
const countingModes = ["exact", "at_most", "not_told", "not_counted"] as const;
type CountingMode = (typeof countingModes)[number];

interface Retention {
  counting: CountingMode;
  rule: RetentionRule;
  amount?: number;
}

const countExactly = (rule: RetentionRule, amount?: number): Retention => ({
  counting: "exact",
  rule,
  ...(amount !== undefined && { amount }),
});

/** Data about what an account or a visitor sent and liked. */
const senderData = {
  sent: countExactly("no_end"),
  sent_waiting: countExactly("while_receiver_keeps"),
  sent_answered: countExactly("while_receiver_keeps"),
  sealed_senders: { counting: "at_most", rule: "while_question" },
  sealed_addresses: { counting: "at_most", rule: "days", amount: retentionDays.sender_address },
  unread_answers: countExactly("until_read"),
  read_states: { counting: "not_counted", rule: "no_end" },
  likes: countExactly("until_removed"),
  like_toggles: { counting: "not_counted", rule: "days", amount: retentionDays.like_toggle },
  blocks_by_others: { counting: "not_told", rule: "while_others_keep" },
} satisfies Record<string, Retention>;

const keepForHours = (hours: number): Retention => ({
  counting: "not_counted",
  rule: "hours",
  amount: hours,
});

const commonData = {
  jobs: { counting: "not_counted", rule: "days_if_failed", amount: retentionDays.failed_job },
} satisfies Record<string, Retention>;

/** Everything that is held about a visitor, in the order of the page. */
export const visitorData = {
  visitor_cookie: countExactly("days_in_browser", retentionDays.visitor_cookie),
  ...senderData,
  rate_limits: keepForHours(rateLimitHours.other),
  ...commonData,
} satisfies Record<string, Retention>;
type VisitorKind = keyof typeof visitorData;

/** Everything that is held about an account, in the order of the page. */
export const accountData = {
  profile: countExactly("while_account"),
  email: countExactly("while_account"),
  password: countExactly("while_account"),
  second_factor: countExactly("until_removed"),
  recovery_codes: countExactly("until_removed"),
  passkeys: countExactly("until_removed"),
  passkey_challenges: countExactly("minutes", passkeyChallengeMinutes),
  settings: { counting: "not_counted", rule: "while_account" },
  linked_providers: countExactly("until_unlinked"),
  provider_tokens: countExactly("until_unlinked"),
  authorization_requests: countExactly("minutes", authorizationRequestMinutes),
  sessions: countExactly("days", retentionDays.session),
  mail_links: countExactly("days", retentionDays.mail_link),
  push_subscriptions: countExactly("until_removed"),
  browser_cookies: {
    counting: "not_counted",
    rule: "days_in_browser",
    amount: retentionDays.known_browser,
  },
  received_unread: countExactly("until_removed"),
  received_confirmed: countExactly("until_removed"),
  received_hidden: countExactly("days", retentionDays.bin),
  received_held: countExactly("until_removed"),
  received_deleted: { counting: "not_told", rule: "days", amount: waitingDays },
  reports: countExactly("until_operator_deletes"),
  community_reports: countExactly("while_question"),
  brought_reports: countExactly("while_question"),
  answers: countExactly("until_removed"),
  brought_answers: countExactly("until_removed"),
  batons: countExactly("while_question"),
  own_words: countExactly("until_removed"),
  blocks: countExactly("until_removed"),
  ...senderData,
  sent_to_communities: countExactly("until_removed"),
  talks_received: countExactly("while_account"),
  talks_started: countExactly("while_account"),
  messages: countExactly("while_account"),
  rooms: countExactly("while_account"),
  room_blocks: countExactly("until_operator_deletes"),
  talk_reports: countExactly("days", retentionDays.talk_report),
  talk_reports_by_others: { counting: "not_told", rule: "days", amount: retentionDays.talk_report },
  adopted_visitors: countExactly("while_account"),
  follows: countExactly("until_removed"),
  followers: countExactly("while_others_keep"),
  imported_followers: countExactly("until_unlinked"),
  communities: countExactly("until_removed"),
  community_mutes: countExactly("until_removed"),
  closed_handles: countExactly("days", closedHandleDays),
  payment_card: countExactly("while_account"),
  payments: countExactly("while_account"),
  survey_answers: countExactly("days", retentionDays.survey),
  notices: countExactly("days", retentionDays.notice),
  badges: countExactly("until_read"),
  achievements: countExactly("while_account"),
  diagnosis_results: countExactly("days", retentionDays.diagnosis_result),
  decisions: countExactly("days", retentionDays.talk_report),
  inquiries: countExactly("days", retentionDays.inquiry),
  archive_exports: countExactly("days", retentionDays.archive),
  archive_imports: countExactly("days", retentionDays.archive),
  rate_limits: keepForHours(rateLimitHours.account),
  ...commonData,
} satisfies Record<string, Retention>;
export type AccountKind = keyof typeof accountData;

export type HeldKind = VisitorKind | AccountKind;
const heldKinds = [...new Set(Object.keys({ ...visitorData, ...accountData }))] as HeldKind[];

export const HeldEntry = defineObject({
  kind: Type.Enum([...heldKinds]),
  counting: Type.Enum([...countingModes]),
  /** The number of rows; 0 for `not_told` and `not_counted`. */
  count: Type.Integer({ minimum: 0 }),
  rule: Type.Enum([...retentionRules]),
  amount: Type.Union([Type.Integer(), Type.Null()]),
});
export type HeldEntry = Static<typeof HeldEntry>;

const ShownHour = Type.Union([
  defineObject({ hour: Timestamp, formatted: Type.String() }),
  Type.Null(),
]);

export const HeldData = defineObject({
  holder: Type.Enum(["nobody", "visitor", "account"]),
  /** When the account or the visitor cookie was created; unknown for the oldest cookies. */
  known_since: ShownHour,
  newest_session: ShownHour,
  /** The names of the linked providers. */
  linked_providers: Type.Array(Type.Enum([...providers])),
  entries: Type.Array(HeldEntry),
  /** The address of the site's source code, if configured. */
  source_url: Type.Union([Type.String(), Type.Null()]),
});
export type HeldData = Static<typeof HeldData>;

/** The kinds of data that the server holds about the caller, with numbers; none for an unknown caller. */
export const getHeldData = defineEndpoint({
  name: "getHeldData",
  summary: "What the server holds about the caller",
  method: "GET",
  path: "/api/v2/me/held_data",
  caller: "anyone",
  response: { 200: defineObject({ held_data: HeldData }) },
  errors: [],
  limits: limitCalls(60),
});

/**
 * Makes the server forget a visitor: likes and unread answers are deleted and the cookie is cleared.
 * Sent questions stay with their receivers. An unknown caller gets the same reply.
 */
export const forgetVisitor = defineEndpoint({
  name: "forgetVisitor",
  summary: "Forget the visitor of this browser",
  method: "DELETE",
  path: "/api/v2/me/visitor",
  caller: "anyone",
  response: { 204: Type.Null() },
  errors: ["forbidden", "bad_token", "foreign_origin"],
  limits: limitCalls(10),
});
