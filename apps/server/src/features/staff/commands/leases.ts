import { type Case, leaseSeconds } from "@toibako/contract/staff/cases.ts";
import { auditSql } from "#platform/database/audit.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import { findCase } from "../queries/cases.ts";
import { isVisibleSql } from "../queries/columns.ts";

// Takes the lease if it is free, or renews it. The audit has one row for each look: of whoever takes the case, and of
// whoever looks at a case that is decided or held by somebody else.
const takeLease = statement(
  "staff.takeLease",
  `
  with before as (
    select pk, id, is_open, coalesce(held_until > now() and holder_pk = :user_pk, false) as is_own
    from cases where id = :id and ${isVisibleSql} for no key update
  ), renewed as (
    update cases set holder_pk = :user_pk, held_until = now() + interval '${leaseSeconds} seconds'
    from before
    where cases.pk = before.pk and cases.is_open
      and (cases.held_until is null or cases.held_until <= now() or cases.holder_pk = :user_pk)
  ), looked as (
    select id from before where not is_own
  ), ${auditSql("case.open", "looked", {
    actor_pk: ":user_pk",
    object: "'case ' || id",
    reason: "''",
  })}
  select pk from before`,
);

/** Opens a case for an account of staff, which holds it from then on if nobody else does. */
export async function openCaseOf(db: Db, user_pk: number, id: string): Promise<Case> {
  const [taken] = await takeLease(db, { id, user_pk });
  const found = taken && (await findCase(db, user_pk, id));
  if (!found) throw new Failure("not_found");
  return found;
}

const dropLease = statement(
  "staff.dropLease",
  "update cases set holder_pk = null, held_until = null where id = :id and holder_pk = :user_pk",
);

export async function closeCaseOf(db: Db, user_pk: number, id: string): Promise<void> {
  await dropLease(db, { id, user_pk });
}

const dropLeases = statement(
  "staff.dropLeases",
  "update cases set holder_pk = null, held_until = null where holder_pk = :user_pk",
);

/** Gives back all cases that an account holds. */
export async function closeCasesOf(db: Db, user_pk: number): Promise<void> {
  await dropLeases(db, { user_pk });
}
