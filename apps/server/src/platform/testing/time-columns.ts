import type { Database } from "#platform/database/db.ts";

/** How exact the values of a column are, or why exact ones don't help to find the sender of a question. */
type Granularity = "minute" | "hour" | "day" | { exact: string };

const isPublic = { exact: "pages show it" };
const isLeft = { exact: "the account has left and asks nothing any more" };
const endsSoon = {
  exact: "the row is deleted within hours, and says only that the account was here",
};
const isOfTask = {
  exact: "when a long task of the account was last worked on, which asks nothing",
};
const isOfChange = { exact: "when the owner changed a setting, in which nothing is asked" };
const isOfStaff = { exact: "when staff worked on a report, which asks nothing" };
const isOfPayment = {
  exact:
    "when somebody paid or the provider was called, in which nothing is asked; the bank has it too",
};

/**
 * Every column of a time, or of a day, in the tables of the site. The dump test compares this with the schema and with
 * the stored values, so that a new column must be listed.
 */
const timeColumns: Record<string, Granularity> = {
  "achievements.earned_at": "day",
  "achievements.shared_at": "day",
  "achievements.shown_at": "day",
  "answers.answered_at": isPublic,
  "answers.edited_at": isPublic,
  "archive_exports.expires_at": isOfTask,
  "archive_exports.updated_at": isOfTask,
  "archive_imports.updated_at": isOfTask,
  "audit.happened_hour": "hour",
  "badge_runs.given_at": isOfStaff,
  "banners.ends_at": isOfStaff,
  "banners.starts_at": isOfStaff,
  "billing_differences.found_at": isOfPayment,
  "billing_differences.solved_at": isOfPayment,
  "blocks.blocked_hour": "day",
  "blocks.blocked_on": "day",
  "brought_answers.answered_at": { exact: "comes from an archive, so from another site or time" },
  "brought_answers.asked_hour": "hour",
  "brought_reports.reported_hour": "hour",
  "case_actions.acted_at": isOfStaff,
  "case_actions.suspended_until": isOfStaff,
  "case_actions.undone_at": isOfStaff,
  "case_notes.written_at": isOfStaff,
  "case_reports.reported_hour": "hour",
  "cases.decided_at": isOfStaff,
  "cases.held_until": isOfStaff,
  "cases.opened_hour": "hour",
  "charges.abandoned_at": isOfPayment,
  "charges.asked_at": isOfPayment,
  "charges.called_at": isOfPayment,
  "charges.created_at": isOfPayment,
  "charges.returned_at": isOfPayment,
  "charges.settled_at": isOfPayment,
  "closed_handles.closed_until": isOfChange,
  "community_hours.asked_hour": "hour",
  "community_languages.ranked_at": { exact: "when a job ran" },
  "community_members.joined_at": "day",
  "community_questions.asked_hour": "hour",
  "community_reports.reported_hour": "hour",
  "content_pictures.stored_hour": "hour",
  "contracts.agreed_at": isOfPayment,
  "conversations.last_posted_minute": "minute",
  "diagnosis_results.played_on": "day",
  "follows.followed_at": { exact: "the order of a public list, and following asks nothing" },
  "friend_imports.available_at": isOfTask,
  "friend_imports.started_at": isOfTask,
  "friend_imports.updated_at": isOfTask,
  "friend_imports.waiting_until": isOfTask,
  "identities.linked_at": "day",
  "identity_tokens.expires_at": { exact: "comes from the provider" },
  "inquiries.made_at": {
    exact: "a mail to the operator, in which nothing is asked of anybody else",
  },
  "inquiries.closed_at": {
    exact: "when staff answered a mail, in which nothing is asked of others",
  },
  "ledger.booked_at": isOfPayment,
  "ledger.processed_at": isOfPayment,
  "like_toggles.made_hour": "hour",
  "mail_links.expires_at": endsSoon,
  "messages.posted_minute": "minute",
  "migrations.run_at": { exact: "when a process started" },
  "ng_words.created_at": isOfChange,
  "notices.happened_on": "day",
  "passkey_challenges.expires_at": endsSoon,
  "passkeys.created_hour": "hour",
  "passkeys.used_hour": "hour",
  "provider_events.arrived_at": isOfPayment,
  "public_counts.day": "day",
  "push_subscriptions.created_on": "day",
  "questions.asked_hour": "hour",
  "questions.changed_hour": "hour",
  "received_notices.happened_hour": "hour",
  "received_notices.written_hour": "hour",
  "refunds.created_at": isOfPayment,
  "release_notes.released_at": isPublic,
  "reports.reported_hour": "hour",
  "room_blocks.blocked_hour": "hour",
  "room_reports.reported_hour": "hour",
  "seal_requests.asked_at": isOfStaff,
  "seal_requests.decided_at": isOfStaff,
  "seal_requests.ends_at": isOfStaff,
  "seal_requests.read_at": isOfStaff,
  "sealed_senders.sealed_on": "day",
  "sessions.console_until": isOfStaff,
  "sessions.created_at": "hour",
  "sessions.expires_at": "hour",
  "sessions.used_hour": "hour",
  "social_starts.expires_at": endsSoon,
  "stopped_senders.ends_on": "day",
  "subscriptions.cancelled_at": isOfPayment,
  "subscriptions.charge_on": "day",
  "subscriptions.created_at": isOfPayment,
  "subscriptions.ends_on": "day",
  "subscriptions.expired_in": "day",
  "subscriptions.failed_on": "day",
  "subscriptions.next_amount_on": "day",
  "subscriptions.starts_on": "day",
  "survey_answers.answered_on": "day",
  "talk_reports.reported_hour": "hour",
  "talks.arrived_minute": "minute",
  "totp_factors.expires_at": endsSoon,
  "users.suspended_until": isOfStaff,
  "users.account_changed_at": isOfChange,
  "users.active_on": "day",
  "users.away_since": "day",
  "users.birthday": "day",
  "users.calm_until": isOfChange,
  "users.community_question_on": "day",
  "users.created_at": "hour",
  "users.destroyed_at": isLeft,
  "users.digest_on": "day",
  "users.digest_until_hour": "hour",
  "users.email_reminded_on": "day",
  "users.left_at": isLeft,
  "users.recruited_at": isPublic,
  "welcome_letters.asked_hour": "hour",
  "welcome_letters.changed_hour": "hour",
};

const selectTimeColumns = `
  select table_name as table, column_name as column from information_schema.columns
  where table_schema = 'public' and (data_type = 'date' or data_type like 'time%')
  order by 1, 2`;

/** Compares the schema and its values with `timeColumns`, and describes what differs. */
export async function findUnlistedTimes({
  executeSql,
}: Pick<Database, "executeSql">): Promise<string[]> {
  const columns = (await executeSql(selectTimeColumns)).rows as { table: string; column: string }[];
  const findings: string[] = [];
  const names = new Set(columns.map(({ table, column }) => `${table}.${column}`));
  for (const name of Object.keys(timeColumns)) {
    if (!names.has(name)) findings.push(`${name} does not exist`);
  }
  for (const { table, column } of columns) {
    const granularity = timeColumns[`${table}.${column}`];
    if (granularity === undefined) findings.push(`${table}.${column} is not listed`);
    if (typeof granularity !== "string") continue;
    const { rows } = await executeSql(
      `select from "${table}" where "${column}" <> date_trunc('${granularity}', "${column}"::timestamptz, 'UTC')
       limit 1`,
    );
    if (rows.length > 0) findings.push(`${table}.${column} is more exact than the ${granularity}`);
  }
  return findings;
}
