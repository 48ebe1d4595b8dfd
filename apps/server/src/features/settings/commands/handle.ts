import { findDefaultAvatar, formatAvatarUrl } from "@toibako/contract/avatars.ts";
import { type DateReader, formatDate } from "@toibako/contract/dates.ts";
import { closedHandleDays } from "@toibako/contract/handles.ts";
import type { Db } from "#platform/database/db.ts";
import { isUniqueViolation } from "#platform/database/db-errors.ts";
import { statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";
import { createFieldFailure, Failure } from "#platform/http/failure.ts";
import type { Secrets } from "#platform/identity/secrets.ts";
import { sessionUserColumns, toSessionUser } from "#platform/identity/session.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { checkHandle } from "../../accounts/policy.ts";
import { findHandleChangeTime, isFreeHandleSql } from "../../accounts/queries/handles.ts";
import { deleteProfileCardsJob, drawProfileJob } from "../../cards/job-definitions.ts";
import { indexNameJob } from "../../friends/job-definitions.ts";
import { listPublicPages } from "../../leaving/queries.ts";
import { sendSecurityMailJob } from "../../mails/job-definitions.ts";

const lockHandle = statement(
  "settings.lockHandle",
  `
  select account, account_changed_at from users
  where pk = :user_pk and left_at is null for no key update`,
);

const selectIsFree = statement(
  "settings.selectIsFreeHandle",
  `
  select (
    ${isFreeHandleSql({ account: ":account", tag: ":handle_tag", user_pk: ":user_pk::bigint" })}
  ) as "is_free!"`,
);

// Stores the avatar of the former handle for an account without a picture, so that it doesn't change with the
// handle. A display name that equals the former handle becomes the new handle. `is_other` is false if only the
// letter case changes; then no handle is closed.
const updateHandle = statement(
  "settings.updateHandle",
  `
  with changed_user as (
    update users u set
      account = :account,
      account_changed_at = case when :is_other then now() else u.account_changed_at end,
      displaying_name = case
        when u.displaying_name = u.account then :account else u.displaying_name
      end,
      icon_url = coalesce(u.icon_url, :icon_url)
    where u.pk = :user_pk
      and ${isFreeHandleSql({ account: ":account", tag: ":handle_tag", user_pk: "u.pk" })}
    returning ${sessionUserColumns}
  ), reopened_handle as (
    delete from closed_handles where tag = :handle_tag and exists (select from changed_user)
  ), closed_handle as (
    insert into closed_handles (tag, user_pk, closed_until)
    select :former_tag, pk, now() + interval '${closedHandleDays} days'
    from changed_user where :is_other
    on conflict (tag) do update
    set user_pk = excluded.user_pk, closed_until = excluded.closed_until
  ), enqueued_card_deletion as (
    ${enqueueSql([deleteProfileCardsJob], "changed_user where :is_other", { account: ":former" })}
  ), enqueued_drawing as (
    ${enqueueSql([drawProfileJob], "changed_user")}
  ), enqueued_indexing as (
    ${enqueueSql([indexNameJob], "changed_user", { user_pk: "changed_user.pk" })}
  ), enqueued_mail as (
    ${enqueueSql([sendSecurityMailJob], "changed_user where :is_other", {
      user_pk: "pk",
      kind: "'handle_changed'",
    })}
  )
  select * from changed_user`,
);

interface HandleChangeOptions {
  reader: DateReader;
  /** Throws if the account has no identity confirmation. */
  requireConfirmation: () => void;
}

/**
 * Changes the handle of an account and closes the former handle, whose addresses still lead to the account.
 * Throws if the new handle is reserved, taken or closed, or if the last change is less than
 * `handleChangeDays` days ago. Only then calls `requireConfirmation`, so that nobody confirms their identity in vain.
 */
export async function changeHandle(
  services: Services,
  user: SessionUser,
  account: string,
  { reader, requireConfirmation }: HandleChangeOptions,
): Promise<SessionUser> {
  const { db, secrets, bus } = services;
  const problems = checkHandle(account);
  if (problems.length > 0) throw new Failure("invalid_fields", { fields: problems });
  const paths = await listPublicPages(db, user);
  const { former, changed } = await transaction(db, (db) =>
    storeHandle(db, secrets, user.pk, account, { reader, requireConfirmation }),
  );
  bus.publish("pages", { paths: [...paths, `/${former}`, `/${account}`] });
  return changed;
}

async function storeHandle(
  db: Db,
  secrets: Secrets,
  user_pk: number,
  account: string,
  { reader, requireConfirmation }: HandleChangeOptions,
): Promise<{ former: string; changed: SessionUser }> {
  const [locked] = await lockHandle(db, { user_pk });
  if (!locked) throw new Failure("sign_in_needed");
  const { account: former } = locked;
  const is_other = former.toLowerCase() !== account.toLowerCase();
  const changeableAt = findHandleChangeTime(locked.account_changed_at);
  if (is_other && changeableAt) {
    const date = formatDate("nearest_hour", changeableAt, reader);
    const problem = { field: "account", text_key: "account_changed_lately", parameters: { date } };
    throw new Failure("refused", { fields: [problem] });
  }
  const handle_tag = secrets.deriveClosedHandleTag(account);
  const [found] = await selectIsFree(db, { user_pk, account, handle_tag });
  if (!found?.is_free) throw createFieldFailure("account", "account_taken");
  requireConfirmation();
  const [changed] = await updateHandle(db, {
    user_pk,
    account,
    is_other,
    icon_url: formatAvatarUrl(findDefaultAvatar(former)),
    handle_tag,
    former,
    former_tag: secrets.deriveClosedHandleTag(former),
  }).catch(refuseTakenHandle);
  if (!changed) throw createFieldFailure("account", "account_taken");
  return { former, changed: toSessionUser(changed) };
}

/** Replaces the error of a unique index: a simultaneous request has taken the handle. */
function refuseTakenHandle(error: unknown): never {
  throw isUniqueViolation(error) ? createFieldFailure("account", "account_taken") : error;
}
