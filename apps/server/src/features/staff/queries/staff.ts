import { getIconUrl } from "@toibako/contract/avatars.ts";
import type { Output } from "@toibako/contract/endpoint.ts";
import {
  auditEntriesPerPage,
  type listAudit,
  type listStaff,
  maxStaff,
} from "@toibako/contract/staff/roles.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";

const selectStaff = statement(
  "staff.selectStaff",
  `
  select u.account, u.displaying_name, u.icon_url, u.role as "role!", u.pk = :user_pk as "is_self!",
    exists (select from totp_factors where totp_factors.user_pk = u.pk and totp_factors.expires_at is null)
      or exists (select from passkeys where passkeys.user_pk = u.pk) as "has_second_factor!"
  from users u where u.role is not null and u.destroyed_at is null
  order by u.role, lower(u.account) limit ${maxStaff + 1}`,
);

/** Lists the accounts of staff, admins first. */
export async function listStaffFor(db: Db, user_pk: number): Promise<Output<typeof listStaff>> {
  const rows = await selectStaff(db, { user_pk });
  return {
    staff: rows
      .slice(0, maxStaff)
      .map((row) => ({ ...row, icon_url: getIconUrl(row.account, row.icon_url) })),
    has_more: rows.length > maxStaff,
  };
}

/**
 * Builds the statement of a page of the audit log, of the rows that have these values in these columns. Each filter has a
 * statement and an index of its own; comparing rows and not columns keeps the planner from reading the whole log for a
 * value that hardly a row has.
 */
function buildAuditSql(filter: Record<string, string>): string {
  const columns = [...Object.keys(filter), "number"].map((column) => `audit.${column}`);
  const values = Object.values(filter);
  return `
  select audit.number, audit.action, audit.object, audit.reason, audit.happened_hour,
    actor.account as actor, object.account as object_account
  from (
    select * from audit
    where (${columns.join(", ")}) < (${[...values, ":before"].join(", ")})
      and (${columns.join(", ")}) > (${[...values, "0"].join(", ")})
    order by ${columns.map((column) => `${column} desc`).join(", ")} limit ${auditEntriesPerPage + 1}
  ) audit
  left join users actor on actor.pk = audit.actor_pk and actor.destroyed_at is null
  left join users object on starts_with(audit.object, 'account ') and object.id = substr(audit.object, 9)
    and object.destroyed_at is null
  order by audit.number desc`;
}

const actor_pk = "(select pk from users where lower(account) = lower(:actor))";
const action = ":action";

const selectAll = statement("staff.selectAudit", buildAuditSql({}));
const selectOfAction = statement("staff.selectAuditOfAction", buildAuditSql({ action }));
const selectOfActor = statement("staff.selectAuditOfActor", buildAuditSql({ actor_pk }));
const selectOfBoth = statement(
  "staff.selectAuditOfActorAndAction",
  buildAuditSql({ actor_pk, action }),
);

// Jumps from one action to the next in the index.
const selectActions = statement(
  "staff.selectAuditActions",
  `
  with recursive found as (
    select min(action) as action from audit
    union all
    select (select min(audit.action) from audit where audit.action > found.action)
    from found where found.action is not null
  )
  select action as "action!" from found where action is not null`,
);

interface AuditFilter {
  action?: string | undefined;
  actor?: string | undefined;
  before?: string | undefined;
}

/** Lists a page of the audit log, and the actions by which it can be filtered. */
export async function listAuditEntries(
  db: Db,
  { action, actor, before: typedBefore }: AuditFilter,
): Promise<Output<typeof listAudit>> {
  const before = typedBefore === undefined ? Number.MAX_SAFE_INTEGER : Number(typedBefore);
  const select = () => {
    if (action !== undefined && actor !== undefined)
      return selectOfBoth(db, { before, action, actor });
    if (action !== undefined) return selectOfAction(db, { before, action });
    return actor === undefined ? selectAll(db, { before }) : selectOfActor(db, { before, actor });
  };
  const rows = await select();
  return {
    entries: rows.slice(0, auditEntriesPerPage).map(toEntry),
    has_more: rows.length > auditEntriesPerPage,
    actions: (await selectActions(db, {})).map((found) => found.action),
  };
}

const toEntry = ({ happened_hour, ...row }: Row<"staff.selectAudit">) => ({
  ...row,
  happened_hour: happened_hour.toISOString(),
});
