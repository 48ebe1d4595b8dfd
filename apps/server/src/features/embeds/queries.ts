import type { QuestionAddress } from "@toibako/contract/questions.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { buildAnswerKeySql } from "../communities/queries/associated.ts";

// `buildAnswerKeySql` uses the parameter `:answer_id`.
const selectEmbedded = statement(
  "embeds.selectEmbedded",
  `
  select q.uuid_hash, q.body, q.locale, q.stamp_id, q.options, q.is_welcome, a.text as answer_body,
    a.chosen_option, case when q.community_pk is not null then a.id end as answer_id, u.account, u.displaying_name,
    coalesce(c.card_theme, u.card_theme) as "card_theme!"
  from questions q
  join answers a on a.pk = ${buildAnswerKeySql("q")}
  join users u on u.pk = a.answerer_pk and u.left_at is null
  left join communities c on c.pk = q.community_pk
  where q.uuid_hash = :uuid_hash and q.is_ad_default and a.is_ad_default
    and (q.community_pk is null or q.status = 'shown')`,
);

export type EmbeddedAnswer = Row<"embeds.selectEmbedded">;

/**
 * Finds an answer that other sites may show; undefined if it is sensitive or its account is left. The result's
 * `answer_id` is null for an answer outside of communities, because its address names only the question.
 */
export async function findEmbedded(
  db: Db,
  { uuid_hash, answer_id }: QuestionAddress,
): Promise<EmbeddedAnswer | undefined> {
  return (await selectEmbedded(db, { uuid_hash, answer_id: answer_id ?? null }))[0];
}
