import { getIconUrl } from "@toibako/contract/avatars.ts";
import { parseBirthday } from "@toibako/contract/birthdays.ts";
import type { Output } from "@toibako/contract/endpoint.ts";
import type { CaseAction } from "@toibako/contract/staff/cases.ts";
import {
  type AccountSearch,
  type AccountSummary,
  accountsPerPage,
  type findAccounts,
  type StaffAccount,
} from "@toibako/contract/staff/people.ts";
import { readTypedHandle } from "@toibako/contract/typed-keys.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { parseNameSearch } from "../../friends/policy/search.ts";
import { mayChangeAccount, mayDestroyAccount } from "../policy.ts";
import { readAction, toSummary } from "./cases.ts";
import { buildActionSql, caseColumns, caseJoins, isVisibleSql } from "./columns.ts";

const summaryColumns = `
  u.account, u.displaying_name, u.icon_url, u.role, u.left_at is not null as "has_left!",
  case when u.suspended_until > now() then u.suspended_until end as suspended_until`;

// The handle in the order of its bytes, in which the beginning of a handle is a range of the index.
const handleSql = `lower(u.account) collate "C"`;

const selectByHandle = statement(
  "staff.selectAccountsByHandle",
  `
  select ${summaryColumns} from users u
  where ${handleSql} >= :beginning and ${handleSql} < :end and ${handleSql} > :after
    and u.destroyed_at is null
  order by ${handleSql} limit ${accountsPerPage + 1}`,
);

// Materialized as in the search for friends, so that the terms are found by their index.
const selectByName = statement(
  "staff.selectAccountsByName",
  `
  with matches as materialized (
    select user_pk from user_names
    where search_terms @> :terms::text[] and starts_with(split_part(search_text, e'\\n', 3), :text)
      and user_pk > coalesce((select pk from users where lower(account) = :after), 0)
    order by user_pk limit ${accountsPerPage + 1}
  )
  select ${summaryColumns} from matches join users u on u.pk = matches.user_pk
  where u.destroyed_at is null order by u.pk`,
);

const selectByEmail = statement(
  "staff.selectAccountsByEmail",
  `
  with matches as materialized (
    select pk from users
    where lower(confirmed_email) = lower(:email) and confirmed_email is not null
  )
  select ${summaryColumns} from matches join users u on u.pk = matches.pk
  where u.destroyed_at is null and u.pk > coalesce((select pk from users where lower(account) = :after), 0)
  order by u.pk limit ${accountsPerPage + 1}`,
);

const toAccount = (row: Row<"staff.selectAccountsByHandle">): AccountSummary => ({
  account: row.account,
  displaying_name: row.displaying_name,
  icon_url: getIconUrl(row.account, row.icon_url),
  role: row.role,
  suspended_until: row.suspended_until?.toISOString() ?? null,
  has_left: row.has_left,
});

interface Search {
  by: AccountSearch;
  query: string;
  after?: string | undefined;
}

/** Lists a page of the accounts that a search finds: by handle in the order of the handles, or else the oldest first. */
export async function listAccounts(db: Db, search: Search): Promise<Output<typeof findAccounts>> {
  const rows = await selectAccounts(db, search);
  return {
    accounts: rows.slice(0, accountsPerPage).map(toAccount),
    has_more: rows.length > accountsPerPage,
  };
}

async function selectAccounts(db: Db, { by, query, after: typedAfter = "" }: Search) {
  const after = typedAfter.toLowerCase();
  if (by === "email") return selectByEmail(db, { email: query.trim(), after });
  if (by === "handle") {
    const beginning = readTypedHandle(query).toLowerCase();
    return selectByHandle(db, { beginning, end: `${beginning}\u{10ffff}`, after });
  }
  const { beginning, beginning_terms } = parseNameSearch(query) ?? {};
  if (!beginning || !beginning_terms) return [];
  return selectByName(db, { text: beginning.slice(1), terms: beginning_terms, after });
}

const selectAccount = statement(
  "staff.selectAccount",
  `
  select ${summaryColumns}, u.pk, u.self_introduction, u.locale, u.birthday::text as birthday,
    (u.created_at at time zone 'UTC')::date::text as "created_on!",
    u.confirmed_email is not null as "has_confirmed_email!", actor.role as actor_role,
    (select count(*)::int from sessions where sessions.user_pk = u.pk and sessions.expires_at > now())
      as "sessions_count!",
    coalesce((
      select jsonb_agg(earlier.action order by earlier.pk desc)
      from (
        select action.pk, ${buildActionSql()} as action
        from case_actions action join cases on cases.pk = action.case_pk
        where action.subject_pk = u.pk and u.pk <> actor.pk
        order by action.pk desc limit 20
      ) earlier
    ), '[]') as "actions!"
  from users u, users actor
  where u.pk = :pk and actor.pk = :user_pk`,
);

const selectCasesAbout = statement(
  "staff.selectCasesAbout",
  `
  select ${caseColumns} from cases ${caseJoins}
  where cases.subject_pk = :pk and ${isVisibleSql}
  order by cases.pk desc limit 20`,
);

/** Finds what staff may see of an account; `user_pk` is the account of staff that looks. */
export async function findAccount(
  db: Db,
  user_pk: number,
  pk: number,
): Promise<StaffAccount | undefined> {
  const [row] = await selectAccount(db, { pk, user_pk });
  if (!row) return undefined;
  const access = { is_self: row.pk === user_pk, actor_role: row.actor_role, role: row.role };
  return {
    ...toAccount(row),
    self_introduction: row.self_introduction,
    locale: row.locale,
    created_on: row.created_on,
    birthday: parseBirthday(row.birthday),
    has_confirmed_email: row.has_confirmed_email,
    sessions_count: row.sessions_count,
    is_self: access.is_self,
    may_change: mayChangeAccount(access),
    may_destroy: mayDestroyAccount(access),
    cases: (await selectCasesAbout(db, { pk, user_pk })).map(toSummary),
    actions: (row.actions as CaseAction[]).map(readAction),
  };
}
