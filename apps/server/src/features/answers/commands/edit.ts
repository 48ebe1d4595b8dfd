import { editMinutes } from "@toibako/contract/answers.ts";
import { type Db, statement } from "#platform/db.ts";
import { Failure } from "#platform/failure.ts";
import { enqueueSql } from "#platform/jobs.ts";
import type { AnswerContent } from "../policy.ts";

interface Edited {
  uuid_hash: string;
  is_in_time: boolean;
}

const edit = statement<Edited>(`
  with answer as (
    select a.pk, q.uuid_hash, a.answered_at > now() - interval '${editMinutes} minutes' as is_in_time
    from answers a join questions q on q.pk = a.question_pk
    where a.id = $1 and a.answerer_pk = $2
  ), edited as (
    update answers a set text = $3, chosen_option = $4, edited_at = now()
    from answer o where a.pk = o.pk and o.is_in_time
    returning o.uuid_hash
  ), drawn as (
    ${enqueueSql(["draw_card"], "jsonb_build_object('uuid_hash', uuid_hash)", "edited")}
  )
  select uuid_hash, is_in_time from answer`);

interface Edit {
  id: string;
  answerer_pk: number;
  content: AnswerContent;
}

/** Changes an answer while that is allowed, and answers which question it belongs to. */
export async function editAnswer(db: Db, { id, answerer_pk, content }: Edit): Promise<string> {
  const [edited] = await edit(db, id, answerer_pk, content.text, content.chosen_option);
  if (!edited) throw new Failure("not_found");
  if (!edited.is_in_time) throw new Failure("edit_too_late");
  return edited.uuid_hash;
}
