import type { Locale } from "@toibako/contract/locales.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { floorToHour } from "#platform/dates.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import { translate } from "#platform/texts/texts.ts";

/**
 * SQL that inserts the welcome letter of each account in the CTE `new_user`, which must set
 * `unread_questions_count` to 1. A letter has no sender, no sealed record and no notice. Its key is the
 * negated key of the account, because the next key of `questions` would tell when the account was created.
 */
export const insertWelcomeLetterSql = `
    insert into welcome_letters (pk, uuid_hash, receiver_pk, body, locale, asked_hour)
    select -pk, :letter_id, pk, :letter_body, :locale, :letter_hour from new_user`;

/** The parameters of `insertWelcomeLetterSql`, besides the account's locale. */
export function createLetterParameters(locale: Locale) {
  return {
    letter_id: createPublicId(),
    letter_body: translate(locale, "welcome_letter"),
    letter_hour: floorToHour(new Date()),
  };
}

const letterColumns = `
  pk, uuid_hash, receiver_pk, status, type, body, locale, asked_hour, changed_hour, is_welcome`;

const moveLetter = statement(
  "questions.moveWelcomeLetter",
  `
  with letter as (
    delete from welcome_letters where uuid_hash = :uuid_hash and receiver_pk = :receiver_pk
    returning ${letterColumns}
  )
  insert into questions (${letterColumns}) overriding system value select * from letter`,
);

/** Moves a welcome letter to `questions` before it is answered: answers refer only to that table. */
export async function moveWelcomeLetter(
  db: Db,
  uuid_hash: string,
  receiver_pk: number,
): Promise<void> {
  await moveLetter(db, { uuid_hash, receiver_pk });
}
