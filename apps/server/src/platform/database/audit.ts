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
