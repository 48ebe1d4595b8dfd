import {
  findToday,
  formatBirthday,
  isAdult,
  isPossibleBirthday,
} from "@toibako/contract/birthdays.ts";
import type { Input } from "@toibako/contract/endpoint.ts";
import {
  type findAccounts,
  type putAccountBirthday,
  reasonLimit,
  type StaffAccount,
} from "@toibako/contract/staff/people.ts";
import { auditSql } from "#platform/database/audit.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { lockThen } from "#platform/database/transaction.ts";
import { floorToHour } from "#platform/dates.ts";
import { createFieldFailure, Failure } from "#platform/http/failure.ts";
import { requireText } from "#platform/http/typed-text.ts";
import {
  deleteSessionsOfAccount,
  endSessionsOfAccount,
  publishSessionEnds,
} from "#platform/identity/session.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { findSessionUser } from "../../accounts/queries.ts";
import type { Payments } from "../../billing/providers/payments.ts";
import { destroyAtRequest } from "../../leaving/commands/destroy.ts";
import { sendDestructionMailJob, sendSecurityMailJob } from "../../mails/job-definitions.ts";
import { sealRecipient } from "../../mails/queries.ts";
import { endUnfitMemberships, publishEndedMemberships } from "../../rooms/commands/membership.ts";
import { sendBirthdayNoticeJob } from "../job-definitions.ts";
import { mayChangeAccount, mayDestroyAccount } from "../policy.ts";
import { findAccount, listAccounts } from "../queries/accounts.ts";
import { buildAccountReportSql } from "./account-cases.ts";

const recordSearch = statement(
  "staff.recordAccountSearch",
  `
  with searched as (
    select :by::text as by
  ), ${auditSql("account.search", "searched", {
    actor_pk: ":user_pk",
    object: "'accounts by ' || by",
    reason: "''",
  })}
  select by from searched`,
);

/** Finds accounts for staff. The audit log says that somebody has searched and by what, but not for whom. */
export async function searchAccounts(
  db: Db,
  user_pk: number,
  search: Input<typeof findAccounts>["body"],
) {
  if (search.after === undefined) await recordSearch(db, { user_pk, by: search.by });
  return listAccounts(db, search);
}

const recordLook = statement(
  "staff.recordAccountLook",
  `
  with looked as (
    select pk, id from users where lower(account) = lower(:account) and destroyed_at is null
  ), ${auditSql("account.open", "looked", {
    actor_pk: ":user_pk",
    object: "'account ' || id",
    reason: "''",
  })}
  select pk from looked`,
);

/** Opens an account for staff, after the look is in the audit log. */
export async function openAccountOf(
  db: Db,
  user_pk: number,
  account: string,
): Promise<StaffAccount> {
  const [looked] = await recordLook(db, { account, user_pk });
  const found = looked && (await findAccount(db, user_pk, looked.pk));
  if (!found) throw new Failure("not_found");
  return found;
}

const lockAccount = statement(
  "staff.lockAccount",
  `
  select pk from users where lower(account) = lower(:account) and destroyed_at is null
  for no key update`,
);

const selectForChange = statement(
  "staff.selectAccountForChange",
  `
  select u.role, actor.role as actor_role, u.time_zone,
    exists (
      select from inquiries
      where inquiries.id = :inquiry_id? and inquiries.topic = 'account' and inquiries.user_pk = u.pk
    ) as "has_asked!"
  from users u, users actor
  where u.pk = :pk and actor.pk = :user_pk`,
);

/** Reads what the permission to act on an account depends on, which must be locked. */
async function findAccess(
  db: Db,
  user_pk: number,
  locked: { pk: number } | undefined,
  inquiry_id: string | null = null,
) {
  const [found] = locked ? await selectForChange(db, { pk: locked.pk, user_pk, inquiry_id }) : [];
  if (!locked || !found) throw new Failure("not_found");
  return { ...found, pk: locked.pk, is_self: locked.pk === user_pk };
}

const requireReason = (reason: string) => requireText("reason", reason, reasonLimit);

// Messages are for people of 18 and over. A repeated call changes nothing, so it tells the account nothing.
const updateBirthday = statement(
  "staff.updateBirthday",
  `
  with changed as (
    update users set birthday = :birthday::text::date, is_receive_dm = is_receive_dm and :is_adult::boolean
    where pk = :pk and birthday is distinct from :birthday::text::date
    returning pk as user_pk, id
  ), enqueued_mail as (
    ${enqueueSql([sendSecurityMailJob], "changed", { kind: "'birthday_changed'" })}
  ), enqueued_notice as (
    ${enqueueSql([sendBirthdayNoticeJob], "changed")}
  ), ${auditSql("account.birthday", "changed", {
    actor_pk: ":user_pk",
    object: "'account ' || id",
    reason: ":reason::text || ' (inquiry ' || :inquiry_id::text || ')'",
  })}
  select id from changed`,
);

/**
 * Changes the birthday of an account that has asked for it by an inquiry. With it end the memberships in rooms that are
 * not for this birthday.
 */
export async function changeBirthday(
  services: Services,
  user_pk: number,
  account: string,
  { birthday, inquiry_id, reason: typed }: Input<typeof putAccountBirthday>["body"],
): Promise<void> {
  const reason = requireReason(typed);
  const { pk, ended_rooms } = await lockThen(
    services.db,
    (db) => lockAccount(db, { account }),
    async (db, [locked]) => {
      const access = await findAccess(db, user_pk, locked, inquiry_id);
      if (!mayChangeAccount(access) || !access.has_asked) throw new Failure("refused");
      const today = findToday(access.time_zone);
      if (!isPossibleBirthday(birthday, today))
        throw createFieldFailure("birthday", "impossible_date");
      const { pk, time_zone } = access;
      const text = formatBirthday(birthday);
      // Before the audit log, for which all other entries would wait as long as for the rooms.
      const ended_rooms = await endUnfitMemberships(db, pk, { birthday: text, time_zone });
      await updateBirthday(db, {
        pk,
        user_pk,
        birthday: text,
        is_adult: isAdult(birthday, today),
        reason,
        inquiry_id,
      });
      return { pk, ended_rooms };
    },
  );
  publishEndedMemberships(services, pk, ended_rooms);
}

const selectPk = statement(
  "staff.selectAccountPk",
  "select pk from users where lower(account) = lower(:account) and destroyed_at is null",
);

/** SQL: writes into the audit log what is done with the account `:pk`, and why; `more` are further CTEs. */
const buildRecordSql = (action: string, more = "") => `
  with changed as (
    select id from users where pk = :pk
  ), ${auditSql(action, "changed", {
    actor_pk: ":user_pk",
    object: "'account ' || id",
    reason: ":reason",
  })}${more}
  select id from changed`;

const insertStaffReport = statement(
  "staff.insertAccountReport",
  `
  with ${buildAccountReportSql({
    reporter_pk: "null::bigint",
    reason: "'staff'",
    note: ":reason",
    isSame: "earlier.reason = 'staff' and earlier.note = :reason",
  })}, ${auditSql("account.case", "reported_account", {
    actor_pk: ":user_pk",
    object: "'account ' || id",
    reason: ":reason",
  })}
  select id from reported_account`,
);

const selectOpenCase = statement(
  "staff.selectOpenCaseOfAccount",
  `
  select cases.id from cases join users u on u.id = cases.object
  where u.pk = :pk and cases.kind = 'account' and cases.is_open`,
);

/** Opens a case about an account for a reason that staff give, or joins the open one; returns its id. */
export async function openCaseByStaff(
  db: Db,
  user_pk: number,
  account: string,
  typedReason: string,
): Promise<string> {
  const reason = requireReason(typedReason);
  return lockThen(
    db,
    (db) => lockAccount(db, { account }),
    async (db, [locked]) => {
      const access = await findAccess(db, user_pk, locked);
      if (!mayChangeAccount(access)) throw new Failure("refused");
      const { pk } = access;
      await insertStaffReport(db, {
        reported_pk: pk,
        user_pk,
        reason,
        hour: floorToHour(new Date()),
      });
      const [found] = await selectOpenCase(db, { pk });
      if (!found) throw new Failure("not_found");
      return found.id;
    },
  );
}

const recordSessionEnd = statement("staff.recordSessionEnd", buildRecordSql("account.sessions"));

/** Ends all sessions of an account. */
export async function endSessionsByStaff(
  services: Services,
  user_pk: number,
  account: string,
  typedReason: string,
): Promise<void> {
  const reason = requireReason(typedReason);
  const ended = await lockThen(
    services.db,
    // A change of the account's role locks it too, so the two can't wait for each other's sessions and audit rows.
    (db) => lockAccount(db, { account }),
    async (db, [locked]) => {
      const access = await findAccess(db, user_pk, locked);
      if (!mayChangeAccount(access)) throw new Failure("refused");
      const sessions = await deleteSessionsOfAccount(db, access.pk);
      await recordSessionEnd(db, { pk: access.pk, user_pk, reason });
      return sessions;
    },
  );
  publishSessionEnds(services, ended);
}

// The address goes with the account, so the job gets it sealed.
const recordDestruction = statement(
  "staff.recordDestruction",
  buildRecordSql(
    "account.destroy",
    `, told as (
    select id from changed where :recipient?::text is not null
  ), enqueued_mail as (
    ${enqueueSql([sendDestructionMailJob], "told", { recipient: ":recipient?" })}
  )`,
  ),
);

/** Destroys an account without a role, as its owner can. */
export async function destroyByStaff(
  services: Services,
  payments: Payments | undefined,
  user_pk: number,
  { account, reason: typed }: { account: string; reason: string },
): Promise<void> {
  const reason = requireReason(typed);
  const { db } = services;
  const [found] = await selectPk(db, { account });
  // Before a subscription is cancelled, and again when the account is locked.
  const access = await findAccess(db, user_pk, found);
  if (!mayDestroyAccount(access)) throw new Failure("refused");
  const { pk } = access;
  await destroyAtRequest(services, payments, await findSessionUser(db, pk), async (db) => {
    const [locked] = await lockAccount(db, { account });
    if (!mayDestroyAccount(await findAccess(db, user_pk, locked))) throw new Failure("refused");
    const recipient = await sealRecipient({ db, secrets: services.secrets }, pk);
    // The audit log is locked last.
    return async () => void (await recordDestruction(db, { pk, user_pk, reason, recipient }));
  });
  await endSessionsOfAccount(services, pk);
}
