import type { Db } from "./db.ts";
import { statement } from "./statement.ts";

// Goes along the numbers, so that a missing row is found too.
const selectFirstBad = statement(
  "audit.selectFirstBad",
  `
  with recursive checked as (
    select 0::bigint as number, ''::bytea as hash, true as is_good
    union all
    select checked.number + 1, expected.hash, coalesce(expected.hash = audit.hash, false)
    from checked
    join audit_head on checked.number < audit_head.number
    left join audit on audit.number = checked.number + 1
    cross join lateral (
      select sha256(checked.hash || convert_to(jsonb_build_array(audit.actor_pk, audit.action, audit.object,
        audit.reason, extract(epoch from audit.happened_hour))::text, 'UTF8')) as hash
    ) expected
    where checked.is_good
  ), head as (
    select number, hash from audit_head
  )
  select coalesce(
    (select min(number) from checked where not is_good),
    (select head.number from head join checked on checked.number = head.number
      where head.number > 0 and checked.hash <> head.hash),
    (select min(number) from audit where number > (select number from head))
  ) as number`,
);

/** Checks the chain of hashes; returns the number of the first row that was changed, added or deleted, if there is one. */
export async function findFirstBadEntry(db: Db): Promise<number | undefined> {
  return (await selectFirstBad(db, {}))[0]?.number ?? undefined;
}

/** The SQL expressions of an entry; they may use the columns of the CTE that it follows. */
interface AuditEntry {
  /** The primary key of the account of staff. */
  actor_pk: string;
  /** The kind and the public id of what was acted on. Never a text that somebody wrote, and no address. */
  object: string;
  reason: string;
}

/**
 * Builds the CTEs that record an action of staff in the same statement as its write: one entry if the CTE
 * `from` has a row, and none if it has no row. The statement fails if `from` has several rows.
 *
 * Entries are numbered, and each has the hash of its content and of the previous entry's hash. The update of
 * `audit_head` locks its row until the transaction ends, and after waiting it reads the row's current version.
 */
export function auditSql(action: string, from: string, entry: AuditEntry): string {
  return `audit_entry as (
    select (${entry.actor_pk})::bigint as actor_pk, (${entry.object})::text as object,
      (${entry.reason})::text as reason, date_trunc('hour', now(), 'UTC') as happened_hour
    from ${from}
  ), next_audit_head as (
    update audit_head set number = number + 1, hash = sha256(hash || convert_to((
      select jsonb_build_array(actor_pk, '${action}', object, reason, extract(epoch from happened_hour))::text
      from audit_entry
    ), 'UTF8'))
    where exists (select from audit_entry)
    returning number, hash
  ), new_audit_row as (
    insert into audit (number, actor_pk, action, object, reason, happened_hour, hash)
    select number, actor_pk, '${action}', object, reason, happened_hour, hash
    from next_audit_head, audit_entry
  )`;
}
