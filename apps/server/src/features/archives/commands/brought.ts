import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { listBroughtPages } from "../queries/brought.ts";
import { deleteImport } from "./uploads.ts";

/** How many answers one statement deletes. */
const batchSize = 5_000;

const deleteAnswer = statement(
  "archives.deleteBroughtAnswer",
  `
  with deleted_answer as (
    delete from brought_answers where id = :id and user_pk = :user_pk returning user_pk
  ), updated_counts as (
    update users u set brought_answers_count = u.brought_answers_count - 1
    from deleted_answer where u.pk = deleted_answer.user_pk
  )
  select user_pk from deleted_answer`,
);

const deleteBatch = statement(
  "archives.deleteBroughtAnswers",
  `
  with deleted_answers as (
    delete from brought_answers where id in (
      select id from brought_answers where user_pk = :user_pk limit ${batchSize}
    ) returning user_pk
  ), counted_answers as (
    select count(*)::int as deleted from deleted_answers
  ), updated_counts as (
    update users u set brought_answers_count = u.brought_answers_count - counted_answers.deleted
    from counted_answers where u.pk = :user_pk and counted_answers.deleted > 0
  )
  select deleted as "deleted!" from counted_answers`,
);

/** Deletes one answer that the account has brought along. */
export async function deleteBrought(
  { db, bus }: Pick<Services, "db" | "bus">,
  { pk: user_pk, account }: SessionUser,
  id: string,
): Promise<void> {
  if ((await deleteAnswer(db, { id, user_pk })).length === 0) throw new Failure("not_found");
  bus.publish("pages", { paths: listBroughtPages(account) });
}

const updateSensitivity = statement(
  "archives.updateBroughtSensitivity",
  `update brought_answers set is_sensitive = :is_sensitive
  where id = :id and user_pk = :user_pk returning id`,
);

/** Marks one answer that the account has brought along as sensitive, or removes the mark. */
export async function markBroughtSensitivity(
  { db, bus }: Pick<Services, "db" | "bus">,
  { pk: user_pk, account }: SessionUser,
  answer: { id: string; is_sensitive: boolean },
): Promise<void> {
  const marked = await updateSensitivity(db, { ...answer, user_pk });
  if (marked.length === 0) throw new Failure("not_found");
  bus.publish("pages", { paths: listBroughtPages(account) });
}

/** Deletes everything that the account has brought along, and stops an import. */
export async function deleteAllBrought(
  services: Pick<Services, "db" | "bus" | "storage">,
  { pk: user_pk, account }: SessionUser,
): Promise<void> {
  await deleteImport(services, user_pk);
  await eraseBroughtAnswers(services.db, user_pk);
  services.bus.publish("pages", { paths: listBroughtPages(account) });
}

/** Deletes all answers that an account has brought along, in batches. */
export async function eraseBroughtAnswers(db: Db, user_pk: number): Promise<void> {
  let deleted = batchSize;
  while (deleted === batchSize) {
    const [counted] = await deleteBatch(db, { user_pk });
    deleted = counted?.deleted ?? 0;
  }
}
