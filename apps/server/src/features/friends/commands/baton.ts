import type { HeldRule } from "@toibako/contract/filters.ts";
import { batonLimit } from "@toibako/contract/friends.ts";
import { type Db, statement } from "#platform/db.ts";
import type { Secrets } from "#platform/secrets.ts";
import type { Receiver } from "../../filters/queries.ts";
import { type Asker, askQuestion } from "../../questions/commands.ts";
import type { Content } from "../../questions/policy.ts";
import { batonFull } from "../policy.ts";

// The lock makes two calls at once count one after the other.
const lock = statement("select 1 from questions where pk = $1 for update");

const pass = statement<{ receiver_pk: number }>(`
  insert into batons (passed_question_pk, receiver_pk) values ($1, $2)
  on conflict do nothing
  returning receiver_pk`);

const passed = statement<{ count: number }>(
  "select count(*)::int as count from batons where passed_question_pk = $1",
);

/** What one marked as sensitive stays so with whoever answers it next. */
const keepMark = statement(`
  update questions q set is_ad_default = false from questions passed
  where passed.pk = $1 and not passed.is_ad_default and q.uuid_hash = $2`);

interface Baton {
  question: { pk: number; uuid_hash: string };
  content: Content;
  /** Who answered it: nobody learns anything of who asked them. */
  asker: Asker;
  /** With what a filter of theirs held it by. */
  receivers: { receiver: Receiver; held_by: HeldRule | undefined }[];
}

/**
 * Asks the same of each receiver, as a new question that knows nothing of the first; answers to whom
 * it went. Wants a transaction: all of them have it, or none.
 */
export async function passBaton(db: Db, secrets: Secrets, baton: Baton): Promise<Receiver[]> {
  const { question, content, asker, receivers } = baton;
  const arrived: Receiver[] = [];
  await lock(db, question.pk);
  for (const { receiver, held_by } of receivers) {
    const [made] = await pass(db, question.pk, receiver.pk);
    if (!made) continue;
    const uuid_hash = secrets.idFor(`baton:${question.uuid_hash}`, String(receiver.pk));
    const new_question = { uuid_hash, receiver, content, asker, held_by, is_baton: true };
    const status = await askQuestion(db, secrets, new_question);
    if (status === "dropped") continue;
    await keepMark(db, question.pk, uuid_hash);
    arrived.push(receiver);
  }
  const [all] = await passed(db, question.pk);
  if ((all?.count ?? 0) > batonLimit) throw batonFull();
  return arrived;
}
