import type { Locale } from "@toibako/contract/locales.ts";
import { type Db, statement } from "#platform/db.ts";

interface CardRow {
  body: string;
  locale: Locale;
  account: string;
  displaying_name: string;
  is_answered: boolean;
}

const question = statement<CardRow>(`
  select q.body, q.locale, q.is_answered, u.account, u.displaying_name
  from questions q join users u on u.pk = q.receiver_pk and u.left_at is null
  where q.uuid_hash = $1 and ($2::bigint is null or q.receiver_pk = $2 or q.is_answered)`);

/** What a question's card shows; `receiver_pk` null asks on behalf of the site itself. */
export async function findCard(db: Db, uuid_hash: string, receiver_pk: number | null) {
  return (await question(db, uuid_hash, receiver_pk))[0];
}
