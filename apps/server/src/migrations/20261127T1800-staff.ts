import type { Db } from "#platform/database/db.ts";

const schema = `
-- "not valid" leaves out the check of the existing rows, which are all null.
alter table users add column role text,
  add constraint users_role_check check (role in ('moderator', 'admin')) not valid;

-- What staff did. actor_pk has no foreign key, because a row outlives the account. Only the hour
-- is stored: an exact time beside a question may tell who asked it. Each hash covers the row and
-- the hash of the previous row.
create table audit (
  number bigint primary key,
  actor_pk bigint not null,
  action text not null,
  object text not null,
  reason text not null,
  happened_hour timestamptz not null,
  hash bytea not null
);

-- The number and the hash of the last row. The lock of this row puts simultaneous entries in order.
create table audit_head (
  is_only boolean primary key default true check (is_only),
  number bigint not null,
  hash bytea not null
);
insert into audit_head (number, hash) values (0, '');

create function refuse_change() returns trigger language plpgsql as
$$ begin raise exception '% is append-only', tg_table_name; end $$;
create trigger audit_is_append_only before update or delete or truncate on audit
for each statement execute function refuse_change()`;

export async function up(db: Db): Promise<void> {
  await db.query(schema);
}
