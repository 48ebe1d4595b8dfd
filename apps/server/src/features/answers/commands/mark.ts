import { statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { drawCardsJob } from "../../cards/job-definitions.ts";
import { findItemPages } from "../queries.ts";

const updateSensitivity = statement(
  "answers.updateSensitivity",
  `
  with marked_question as (
    update questions q set is_ad_default = :is_ad_default
    from answers a
    where q.uuid_hash = :uuid_hash and a.question_pk = q.pk and a.answerer_pk = :answerer_pk
    returning q.uuid_hash
  ), enqueued_jobs as (
    ${enqueueSql([drawCardsJob], "marked_question")}
  )
  select uuid_hash from marked_question`,
);

/** Marks an answered question as sensitive (`is_ad_default` is false) or as not sensitive. */
export async function markSensitivity(
  { db, bus }: Pick<Services, "db" | "bus">,
  { user }: SignedIn,
  uuid_hash: string,
  is_ad_default: boolean,
): Promise<void> {
  const marked = await updateSensitivity(db, { uuid_hash, answerer_pk: user.pk, is_ad_default });
  if (marked.length === 0) throw new Failure("not_found");
  bus.publish("pages", { paths: await findItemPages(db, user) });
}
