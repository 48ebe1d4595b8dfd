import { type Case, leaseSeconds } from "@toibako/contract/staff/cases.ts";
import { auditSql } from "#platform/database/audit.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import type { Services } from "#platform/services.ts";
import { findCase } from "../queries/cases.ts";
import { isVisibleSql } from "../queries/columns.ts";
import { publishCases } from "./hints.ts";
import { requireOthersCase } from "./involvement.ts";

/** The newest looks of a member of staff among which one at the same case is looked for. */
const recentLooks = 50;

// Takes the lease if it is free, or renews it. An open page reads the case again and again, so the audit has one row for
// each hour in which somebody looks at a case, whoever holds it; a row has no exacter time.
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
    returning cases.pk
  ), recent as (
    select object, happened_hour from audit where actor_pk = :user_pk and action = 'case.open'
    order by number desc limit ${recentLooks}
  ), looked as (
    select id from before where not exists (
      select from recent where object = 'case ' || id and happened_hour = date_trunc('hour', now(), 'UTC')
    )
  ), ${auditSql("case.open", "looked", {
    actor_pk: ":user_pk",
    object: "'case ' || id",
    reason: "''",
  })}
  select not is_own and exists (select from renewed) as "is_taken!" from before`,
);

/** Opens a case for an account of staff, which holds it from then on if nobody else does. */
export async function openCaseOf(services: Services, user_pk: number, id: string): Promise<Case> {
  const { db } = services;
  await requireOthersCase(services, user_pk, id);
  const [looked] = await takeLease(db, { id, user_pk });
  if (looked?.is_taken) publishCases(services);
  const found = looked && (await findCase(db, user_pk, id));
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
