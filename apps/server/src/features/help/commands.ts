import { inquiryLimit } from "@toibako/contract/help.ts";
import type { Db } from "#platform/database/db.ts";
import { type Parameters, statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import { requireText } from "#platform/http/typed-text.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import { mailInquiryJob } from "./job-definitions.ts";

// For a repeated request, `do update` changes nothing, so that `returning` returns the row of the first
// request. `xmax` is 0 only in a row that this statement inserted.
const insertInquiry = statement(
  "help.insertInquiry",
  `
  with inquiry as (
    insert into inquiries (id, email, topic, body, locale, user_pk)
    values (:id, :email, :topic, :body, :locale, :user_pk?)
    on conflict (id) do update set topic = excluded.topic
    where (inquiries.email, inquiries.topic, inquiries.body)
      = (excluded.email, excluded.topic, excluded.body)
    returning id, xmax = 0 as is_new
  ), new_inquiry as (
    select id from inquiry where is_new
  ), enqueued_jobs as (
    ${enqueueSql([mailInquiryJob], "new_inquiry")}
  )
  select id from inquiry`,
);

/** Checks and stores an inquiry to the operator, and enqueues its mail. */
export async function storeInquiry(
  db: Db,
  inquiry: Parameters<"help.insertInquiry">,
): Promise<void> {
  const body = requireText("body", inquiry.body, inquiryLimit);
  const inserted = await insertInquiry(db, { ...inquiry, body });
  if (inserted.length === 0) throw new Failure("key_reused");
}
