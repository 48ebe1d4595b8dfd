import type { Role } from "@toibako/contract/endpoint.ts";
import { auditSql } from "#platform/database/audit.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";

const updateRole = statement(
  "staff.updateRole",
  `
  with changed as (
    update users set role = :role? where lower(account) = lower(:account) and left_at is null
    returning pk, id
  ), ${auditSql("role.change", "changed", {
    actor_pk: "pk",
    object: "'account ' || id",
    reason: "'by the operator: ' || coalesce(:role?, 'none')",
  })}
  select pk from changed`,
);

/** Gives an account a role, or takes it (null), by a command of the operator; false if there is no such account. */
export async function changeRole(db: Db, account: string, role: Role | null): Promise<boolean> {
  return (await updateRole(db, { account, role })).length > 0;
}
