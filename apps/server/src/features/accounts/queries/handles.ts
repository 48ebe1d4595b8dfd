import { handleChangeDays } from "@toibako/contract/handles.ts";
import { statement } from "#platform/database/statement.ts";
import { millisecondsPerDay } from "#platform/durations.ts";
import type { Services } from "#platform/services.ts";

/**
 * SQL condition: the account `user_pk` can take the handle `account`, because no other account has it and it isn't
 * closed for this account. `tag` is the handle's `deriveClosedHandleTag`. Both tables must be read in one snapshot.
 * Otherwise a handle that its account is just giving up could be found in neither table.
 */
export const isFreeHandleSql = (names: { account: string; tag: string; user_pk: string }) => `
  not exists (
    select from users owner where lower(owner.account) = lower(${names.account}) and owner.pk <> ${names.user_pk}
  ) and not exists (
    select from closed_handles where closed_handles.tag = ${names.tag} and closed_handles.closed_until > now()
      and closed_handles.user_pk is distinct from ${names.user_pk}
  )`;

const selectCurrentHandle = statement(
  "accounts.selectCurrentHandle",
  `
  select u.account from closed_handles join users u on u.pk = closed_handles.user_pk and u.left_at is null
  where closed_handles.tag = :tag and closed_handles.closed_until > now()`,
);

/**
 * Returns the current handle of the account that formerly had the handle `former`. Undefined if there is none, if
 * the account is left, or if the change was more than `closedHandleDays` ago.
 */
export async function findCurrentHandle(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  former: string,
): Promise<string | undefined> {
  return (await selectCurrentHandle(db, { tag: secrets.deriveClosedHandleTag(former) }))[0]
    ?.account;
}

/**
 * Calls `find` with a handle. If it finds nothing, calls it with the current handle of the account that formerly had
 * this one, because pages that were opened before the change still send the former handle.
 */
export async function findByAnyHandle<T>(
  services: Pick<Services, "db" | "secrets">,
  handle: string,
  find: (handle: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  const found = await find(handle);
  if (found !== undefined) return found;
  const current = await findCurrentHandle(services, handle);
  return current === undefined ? undefined : find(current);
}

/** Returns when a handle that was changed at `changed_at` can be changed again; undefined if it can be changed now. */
export function findHandleChangeTime(changed_at: Date | null): Date | undefined {
  if (changed_at === null) return undefined;
  const time = changed_at.getTime() + handleChangeDays * millisecondsPerDay;
  return time > Date.now() ? new Date(time) : undefined;
}
