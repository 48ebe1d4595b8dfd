import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";

const selectEmbedded = statement(
  "embeds.selectEmbedded",
  `
  select q.uuid_hash, q.body, q.locale, q.stamp_id, q.options, q.is_welcome, a.text as answer_body,
    a.chosen_option, u.account, u.displaying_name, u.card_theme
  from questions q
  join answers a on a.question_pk = q.pk
  join users u on u.pk = a.answerer_pk and u.left_at is null
  where q.uuid_hash = :uuid_hash and q.is_ad_default`,
);

export type EmbeddedAnswer = Row<"embeds.selectEmbedded">;

/** An answer that other sites may show: not a sensitive one, and not one of a closed account. */
export async function findEmbedded(db: Db, uuid_hash: string): Promise<EmbeddedAnswer | undefined> {
  return (await selectEmbedded(db, { uuid_hash }))[0];
}
