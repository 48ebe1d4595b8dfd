import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { formatSearchText, listNameTerms } from "../policy/search.ts";

const selectName = statement(
  "friends.selectName",
  "select pk, account, displaying_name from users where pk = :user_pk and destroyed_at is null",
);

const batchSize = 1_000;

const selectMissingNames = statement(
  "friends.selectMissingNames",
  `
  select u.pk, u.account, u.displaying_name
  from users u left join user_names on user_names.user_pk = u.pk
  where user_names.user_pk is null and u.destroyed_at is null limit ${batchSize}`,
);

// An account that was destroyed after its name was read gets no row.
const insertNames = statement(
  "friends.insertNames",
  `
  insert into user_names (user_pk, search_text, search_terms)
  select u.pk, given.search_text, given.search_terms
  from jsonb_to_recordset(:names::jsonb) as given
    (user_pk bigint, search_text text, search_terms text[])
  join users u on u.pk = given.user_pk and u.destroyed_at is null
  on conflict (user_pk) do update
  set search_text = excluded.search_text, search_terms = excluded.search_terms`,
);

interface NamedAccount {
  pk: number;
  account: string;
  displaying_name: string;
}

async function storeNames(db: Db, accounts: readonly NamedAccount[]): Promise<void> {
  const rows = accounts.map(({ pk: user_pk, account, displaying_name }) => {
    const search_text = formatSearchText(account, displaying_name);
    return { user_pk, search_text, search_terms: listNameTerms(search_text) };
  });
  await insertNames(db, { names: JSON.stringify(rows) });
}

/** Stores the current handle and name of an account for searches. */
export async function indexName(db: Db, user_pk: number): Promise<void> {
  await storeNames(db, await selectName(db, { user_pk }));
}

/** Stores the names of all accounts that searches can't find yet, such as those that an earlier release stored. */
export async function indexMissingNames(db: Db): Promise<void> {
  let accounts = await selectMissingNames(db, {});
  while (accounts.length > 0) {
    await storeNames(db, accounts);
    accounts = await selectMissingNames(db, {});
  }
}
