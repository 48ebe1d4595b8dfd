import { expect, test } from "vitest";
import { cleanedTables } from "#platform/database/batches.ts";
import { openSite } from "#platform/testing/site.ts";
import { sql } from "#platform/testing/sql.ts";

const site = await openSite();
const { db, database } = site.services;

const runJob = async (name: string) =>
  site.jobs.find(({ definition }) => definition.name === name)?.run([{}]);

/** Columns that say when something may be done again, not when the row expires. */
const columnsOfLastingRows = [
  "case_actions.suspended_until",
  "cases.held_until",
  "friend_imports.waiting_until",
  "identity_tokens.expires_at",
  "subscriptions.expired_in",
  "users.calm_until",
  "sessions.console_until",
  "users.digest_until_hour",
  "users.suspended_until",
];

test("every table whose rows expire has a clean-up", async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and column_name ~ '(^|_)(expires|expired|until|expiry)(_|$)'
    order by 1, 2`.execute(db);
  const expiring = rows.filter(
    ({ table, column }) => !columnsOfLastingRows.includes(`${table}.${column}`),
  );
  expect(expiring.length).toBeGreaterThan(5);
  expect(expiring.filter(({ table }) => !cleanedTables.has(table))).toEqual([]);
});

test("the deletion of a row finds the rows that refer to it by an index", async () => {
  // Communities and their categories are never deleted.
  const { rows } = await sql`
    select reference.conrelid::regclass::text as table, pg_get_constraintdef(reference.oid) as key
    from pg_constraint reference
    where reference.contype = 'f' and reference.connamespace = 'public'::regnamespace
      and reference.confrelid not in ('communities'::regclass, 'community_categories'::regclass)
      and not exists (
        select from pg_index i
        where i.indrelid = reference.conrelid and i.indisvalid
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$')
          and (i.indkey::int2[])[0:cardinality(reference.conkey) - 1] @> reference.conkey
      )`.execute(db);
  expect(rows).toEqual([]);
});

test("expired rows are deleted however many there are, and a clean-up that fails stops no other", async () => {
  await site.registerPerson("yui");
  await sql`
    insert into like_toggles (tag, answer_id, toggle_type, made_hour)
    select decode(md5(n::text), 'hex'), 'x', 'none', now() - interval '30 days'
    from generate_series(1, 1201) as n`.execute(db);
  await sql`
    insert into closed_handles (tag, closed_until) values (decode(md5('free'), 'hex'), now() - interval '1 day')
  `.execute(db);
  await sql`
    insert into social_starts (state_hash, browser_hash, provider, nonce, verifier, locale, expires_at)
    select decode(md5(n::text), 'hex'), '', 'twitter', '', '', 'ja', now() - interval '1 day'
    from generate_series(1, 2) as n
  `.execute(db);
  await database.executeSql(`
    create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'this clean-up fails'; end $$;
    create trigger refuse before delete on like_toggles for each row
      when (old.answer_id = 'refused') execute function refuse();
    insert into like_toggles (tag, answer_id, toggle_type, made_hour)
    values ('refused', 'refused', 'none', now() - interval '30 days')`);
  const count = async (table: string) =>
    (await db.query<{ count: number }>(`select count(*)::int as count from ${table}`))[0]?.count;
  await expect(runJob("delete_expired_rows")).rejects.toThrow("this clean-up fails");
  expect([await count("closed_handles"), await count("social_starts")]).toEqual([0, 0]);
  await database.executeSql("drop trigger refuse on like_toggles");
  await runJob("delete_expired_rows");
  expect(await count("like_toggles")).toBe(0);
});

test("PRIV-03 all old addresses of senders are erased, also more than one statement can", async () => {
  await site.registerPerson("mei");
  const sender = site.openBrowser();
  for (const body of ["一", "二", "三"]) await site.askQuestion(sender, "mei", body);
  await sql`
    insert into questions (receiver_pk, uuid_hash, body, locale, asked_hour)
    select receiver_pk, md5(n::text), body, locale, asked_hour
    from (select * from questions limit 1) as question, generate_series(1, 1200) as n`.execute(db);
  await sql`
    insert into sealed_senders (question_pk, sender, address, sealed_on)
    select q.pk, sender, address, sealed_on from (select * from sealed_senders limit 1) s, questions q
    on conflict do nothing`.execute(db);
  await sql`update sealed_senders set sealed_on = current_date - 400`.execute(db);
  await runJob("delete_old_senders");
  const { rows } = await sql`select from sealed_senders where address is not null`.execute(db);
  expect(rows).toEqual([]);
});
