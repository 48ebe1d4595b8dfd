import type { Db } from "#platform/database/db.ts";

export const isOutsideTransaction = true;

// For the jobs that delete expired rows, and for the deletion of accounts, questions and answers: without an index,
// each deletion reads the whole table that refers to the deleted row.
const indexes = {
  closed_handles_expiry: "closed_handles (closed_until)",
  totp_factors_expiry: "totp_factors (expires_at) where expires_at is not null",
  questions_binned: "questions (changed_hour) where status = 'hidden' and not is_answered",
  users_destroyed: "users (destroyed_at) where destroyed_at is not null",
  reports_of_reporter: "reports (reporter_pk)",
  community_reports_of_question: "community_reports (question_pk)",
  community_reports_of_answer: "community_reports (answer_pk) where answer_pk is not null",
  inquiries_of_user: "inquiries (user_pk) where user_pk is not null",
  social_starts_of_user: "social_starts (user_pk) where user_pk is not null",
  passkey_challenges_of_user: "passkey_challenges (user_pk) where user_pk is not null",
};

export async function up(db: Db): Promise<void> {
  for (const [name, columns] of Object.entries(indexes)) {
    // An earlier attempt may have left the index unfinished.
    await db.query(`drop index concurrently if exists ${name}`);
    await db.query(`create index concurrently ${name} on ${columns}`);
  }
}
