import { type Db, statement } from "#platform/db.ts";
import { Failure } from "#platform/failure.ts";
import { enqueueSql } from "#platform/jobs.ts";

const mark = statement<{ uuid_hash: string }>(`
  with marked as (
    update questions q set is_ad_default = $3
    from answers a
    where q.uuid_hash = $1 and a.question_pk = q.pk and a.answerer_pk = $2
    returning q.uuid_hash
  ), drawn as (
    ${enqueueSql(["draw_card"], "jsonb_build_object('uuid_hash', uuid_hash)", "marked")}
  )
  select uuid_hash from marked`);

interface Mark {
  uuid_hash: string;
  answerer_pk: number;
  /** False for a sensitive question. */
  is_ad_default: boolean;
}

/** Marks what one answered as sensitive, or no longer. */
export async function markItem(db: Db, { uuid_hash, answerer_pk, is_ad_default }: Mark) {
  const marked = await mark(db, uuid_hash, answerer_pk, is_ad_default);
  if (marked.length === 0) throw new Failure("not_found");
}
