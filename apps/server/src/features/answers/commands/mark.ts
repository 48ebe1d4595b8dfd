import { statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { drawCardsJob } from "../../cards/job-definitions.ts";
import { listQuestionPages } from "../../communities/queries/associated.ts";
import { listItemPages } from "../queries.ts";

const updateSensitivity = statement(
  "answers.updateSensitivity",
  `
  with own_answer as (
    select a.pk, a.question_pk, q.community_pk, q.uuid_hash
    from questions q join answers a on a.question_pk = q.pk
    where q.uuid_hash = :uuid_hash and a.answerer_pk = :answerer_pk
  ), marked_question as (
    update questions q set is_ad_default = :is_ad_default
    from own_answer where q.pk = own_answer.question_pk and own_answer.community_pk is null
    returning q.uuid_hash
  ), marked_answer as (
    update answers a set is_ad_default = :is_ad_default
    from own_answer where a.pk = own_answer.pk and own_answer.community_pk is not null
  ), enqueued_jobs as (
    ${enqueueSql([drawCardsJob], "marked_question")}
  )
  select own_answer.uuid_hash, community.id as community_id, community.category_id
  from own_answer left join communities community on community.pk = own_answer.community_pk`,
);

/**
 * Marks an answered question as sensitive (`is_ad_default` is false) or as not sensitive. In a community, marks
 * the answer instead, because other accounts answer the same question.
 */
export async function markSensitivity(
  { db, bus }: Pick<Services, "db" | "bus">,
  { user }: SignedIn,
  uuid_hash: string,
  is_ad_default: boolean,
): Promise<void> {
  const [marked] = await updateSensitivity(db, { uuid_hash, answerer_pk: user.pk, is_ad_default });
  if (!marked) throw new Failure("not_found");
  const itemPages = await listItemPages(db, user);
  bus.publish("pages", { paths: [...listQuestionPages(marked), ...itemPages] });
}
