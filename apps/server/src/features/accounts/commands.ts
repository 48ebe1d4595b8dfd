import type { Locale } from "@toibako/contract/locales.ts";
import { messagesBadge } from "@toibako/contract/notices.ts";
import { deleteBatchSql, repeatBatches } from "#platform/database/batches.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";
import { chooseTimeZone } from "#platform/dates.ts";
import { createFieldFailure, Failure } from "#platform/http/failure.ts";
import { isCommonPassword } from "#platform/identity/common-passwords.ts";
import { hashPassword, verifyPassword } from "#platform/identity/passwords.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { indexNameJob } from "../friends/job-definitions.ts";
import { buildInsertEmailConfirmationSql, lockAddress } from "../mails/commands/links.ts";
import { sendMailLinkJob } from "../mails/job-definitions.ts";
import { createLetterParameters, insertWelcomeLetterSql } from "../questions/commands/welcome.ts";
import type { AuthenticatedAccount } from "./commands/sign-in.ts";
import { checkRegistration } from "./policy.ts";
import { findCredentials } from "./queries.ts";

// The badge on “Messages” stays until the new user opens the messages for the first time. `users` and
// `closed_handles` are read in one snapshot. Otherwise a handle that its account is just giving up could be found
// in neither table.
const insertUser = statement(
  "accounts.insertUser",
  `
  with new_user as (
    insert into users
      (id, account, displaying_name, email, password_hash, locale, time_zone, unread_questions_count)
    select :id, :account, :displaying_name, :email?, :password_hash, :locale, :time_zone, 1
    where not exists (select from users u where lower(u.account) = lower(:account))
      and not exists (
        select from closed_handles where tag = :handle_tag and closed_until > now()
      )
    on conflict do nothing
    returning pk, email
  ), new_badge as (
    insert into badges (uuid_hash, user_pk, keyword)
    select :badge_uuid_hash, pk, :badge from new_user
  ), new_letter as (${insertWelcomeLetterSql}
  ), new_link as (
    ${buildInsertEmailConfirmationSql("new_user")}
  ), enqueued_mails as (
    ${enqueueSql([sendMailLinkJob], "new_link")}
  ), enqueued_indexing as (
    ${enqueueSql([indexNameJob], "new_user", { user_pk: "pk" })}
  )
  select pk from new_user`,
);

// Clients retry within seconds. After one to two hours the idempotency key is ignored, so that a leaked one can't sign in. It is
// also ignored if the account has a second factor, because a repeated registration requests only the password.
const selectUserById = statement(
  "accounts.selectUserById",
  `
  select pk, account, password_hash from users
  where id = :id and left_at is null and created_at >= date_trunc('hour', now()) - interval '1 hour'
    and not exists (
      select from totp_factors where totp_factors.user_pk = users.pk and totp_factors.expires_at is null
    )`,
);

interface Registration {
  account: string;
  password: string;
  displaying_name?: string;
  email?: string;
  locale: Locale;
  /** The browser's time zone, unchecked. */
  time_zone?: string;
}

/**
 * Creates an account and returns its primary key; a repeated request with the same `id` returns that of the
 * same account. Refuses a handle that is taken or closed. `ip` is the caller's address: callers take turns in
 * hashing passwords. `countRequest` counts the request towards the limit of registrations. It is called after
 * all checks, so that refused input doesn't count, and before the slow hashing of the password.
 */
export async function register(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  ip: string,
  id: string,
  registration: Registration,
  countRequest: () => Promise<void>,
): Promise<number> {
  const { account, password, email, locale } = registration;
  const typedName = registration.displaying_name ?? "";
  const { displaying_name, fields } = checkRegistration(account, typedName, password);
  if (fields.length === 0) {
    const earlier = await findEarlierRegistration(db, ip, id, registration);
    if (earlier !== undefined) return earlier;
  }
  const isUnrefused = (name: string) => fields.every(({ field }) => field !== name);
  if (isUnrefused("account") && (await findCredentials(db, account)))
    fields.push({ field: "account", text_key: "account_taken" });
  if (isUnrefused("password") && (await isCommonPassword(password)))
    fields.push({ field: "password", text_key: "common_password" });
  if (fields.length > 0) throw new Failure("invalid_fields", { fields });
  await countRequest();
  const password_hash = await hashPassword(ip, password);
  const [inserted] = await transaction(db, async (db) => {
    if (email !== undefined) await lockAddress(db, { email });
    return insertUser(db, {
      id,
      account,
      displaying_name,
      email: email ?? null,
      password_hash,
      locale,
      time_zone: chooseTimeZone(registration.time_zone, locale),
      badge_uuid_hash: createPublicId(),
      badge: messagesBadge,
      link_id: createPublicId(),
      handle_tag: secrets.deriveClosedHandleTag(account),
      ...createLetterParameters(locale),
    });
  });
  if (inserted) return inserted.pk;
  // The handle is closed, or a simultaneous request has inserted the id or the handle.
  const simultaneous = await findEarlierRegistration(db, ip, id, registration);
  if (simultaneous === undefined) throw createFieldFailure("account", "account_taken");
  return simultaneous;
}

/**
 * Finds the account that an earlier request with the same `id` created. Throws `key_reused` if that request
 * had another handle or password. `ip` is the caller's address, as for `register`.
 */
async function findEarlierRegistration(
  db: Db,
  ip: string,
  id: string,
  { account, password }: Registration,
): Promise<number | undefined> {
  const [existing] = await selectUserById(db, { id });
  if (!existing) return undefined;
  const isSame =
    existing.account === account && (await verifyPassword(ip, existing.password_hash, password));
  if (!isSame) throw new Failure("key_reused");
  return existing.pk;
}

/**
 * Returns the account with this handle and password. The error is the same for an unknown handle and a wrong
 * password. `ip` is the caller's address: callers take turns in checking passwords.
 */
export async function checkCredentials(
  db: Db,
  ip: string,
  account: string,
  password: string,
): Promise<AuthenticatedAccount> {
  const credentials = await findCredentials(db, account);
  const isCorrect = await verifyPassword(ip, credentials?.password_hash, password);
  if (!credentials || !isCorrect) throw new Failure("wrong_credentials");
  const { pk: user_pk, has_left, password_hash } = credentials;
  return { user_pk, has_left, password_hash };
}

const deleteFreeHandles = statement(
  "accounts.deleteExpiredHandles",
  deleteBatchSql("closed_handles", "tag", "closed_until < now()"),
);

/** Deletes closed handles that have become free again. */
export async function deleteExpiredHandles(db: Db): Promise<void> {
  await repeatBatches(() => deleteFreeHandles(db, {}));
}
