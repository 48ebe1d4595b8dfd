import type { Role } from "@toibako/contract/endpoint.ts";
import { reasonLimit } from "@toibako/contract/staff/people.ts";
import { auditSql } from "#platform/database/audit.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { lockThen } from "#platform/database/transaction.ts";
import { Failure } from "#platform/http/failure.ts";
import { requireText } from "#platform/http/typed-text.ts";
import { closeConsolesSql } from "#platform/identity/console.ts";
import { closeCasesOf } from "./leases.ts";

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

// Locks all admins, so that two of them can't take each other's role at once.
const lockAdmins = statement(
  "staff.lockAdmins",
  `
  select pk, role, lower(account) = lower(:account) as "is_target!", left_at, suspended_until, destroyed_at
  from users where role = 'admin' or lower(account) = lower(:account)
  order by pk for no key update`,
);

const updateRoleByAdmin = statement(
  "staff.updateRoleByAdmin",
  `
  with changed as (
    update users set role = :role? where pk = :pk
    returning pk as user_pk, id
  ), closed_consoles as (
    ${closeConsolesSql("changed")}
  ), ${auditSql("role.change", "changed", {
    actor_pk: ":user_pk",
    object: "'account ' || id",
    reason: "coalesce(:role?::text, 'none') || ': ' || :reason::text",
  })}
  select user_pk from changed`,
);

/**
 * Gives an account a role, or takes it (null), by an admin. Nobody changes their own, and only somebody who is still an
 * admin changes another's, so one admin always remains.
 */
export async function changeRoleByAdmin(
  db: Db,
  user_pk: number,
  { account, role, reason: typed }: { account: string; role: Role | null; reason: string },
): Promise<void> {
  const reason = requireText("reason", typed, reasonLimit);
  const changed_pk = await lockThen(
    db,
    (db) => lockAdmins(db, { account }),
    async (db, locked) => {
      const target = locked.find(({ is_target }) => is_target);
      if (!target || target.destroyed_at) throw new Failure("not_found");
      const isByAdmin = locked.some(({ pk, role }) => pk === user_pk && role === "admin");
      const isAway = target.left_at !== null || isInFuture(target.suspended_until);
      if (!isByAdmin || target.pk === user_pk || (role !== null && isAway))
        throw new Failure("refused");
      if (target.role === role) return undefined;
      await updateRoleByAdmin(db, { pk: target.pk, user_pk, role, reason });
      return target.pk;
    },
  );
  // After the transaction, because decisions lock a case before an account.
  if (changed_pk !== undefined) await closeCasesOf(db, changed_pk);
}

const isInFuture = (moment: Date | null): boolean => moment !== null && moment > new Date();
