import { linkOnlyProviders, type Provider } from "@toibako/contract/accounts.ts";
import type { DateReader } from "@toibako/contract/dates.ts";
import { restorableDays } from "@toibako/contract/leaving.ts";
import { messagesBadge } from "@toibako/contract/notices.ts";
import type { Db } from "#platform/database/db.ts";
import { isUniqueViolation } from "#platform/database/db-errors.ts";
import { statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";
import { Failure } from "#platform/http/failure.ts";
import { createPublicId, createToken, type Secrets } from "#platform/identity/secrets.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { indexNameJob, sweepFollowerPicturesJob } from "../../friends/job-definitions.ts";
import { sendSecurityMailJob } from "../../mails/job-definitions.ts";
import {
  createLetterParameters,
  insertWelcomeLetterSql,
} from "../../questions/commands/welcome.ts";
import { proposeHandles, readProviderName } from "../policy.ts";
import type { AuthorizationResult } from "../providers/client.ts";
import { findOfferedWays, hasOtherWayToSignInSql, lockUser } from "../queries/ways-to-sign-in.ts";
import { buildInsertTokensSql, sealTokens } from "./provider-tokens.ts";

const selectIdentityOwner = statement(
  "accounts.selectIdentityOwner",
  `
  select identities.user_pk, u.left_at is not null as "has_left!",
    coalesce(u.left_at > now() - interval '${restorableDays} days', true) as "may_sign_in!"
  from identities join users u on u.pk = identities.user_pk
  where identities.provider = :provider and identities.subject = :subject`,
);

/**
 * Builds SQL that clears the failure `link_needed` of an import of followers. The CTE `from` returns the
 * provider identity that has been linked again.
 */
const buildClearImportFailureSql = (from: string) => `
    update friend_imports set failure = null from ${from} linked
    where friend_imports.user_pk = linked.user_pk and linked.provider = 'twitter'
      and friend_imports.failure = 'link_needed'`;

const updateIdentity = statement(
  "accounts.updateIdentity",
  `
  with updated_identity as (
    update identities set nickname = :nickname, name = :name, picture_url = :picture_url?
    where provider = :provider and subject = :subject returning pk, user_pk, provider
  ), updated_import as (${buildClearImportFailureSql("updated_identity")}
  )
  ${buildInsertTokensSql("updated_identity")}`,
);

// The badge on “Messages” stays until the new user opens the messages for the first time.
const insertUserWithIdentity = statement(
  "accounts.insertUserWithIdentity",
  `
  with free_handle as (
    select candidate.account
    from unnest(:handles::text[], :handle_tags::bytea[]) with ordinality as candidate (account, tag, rank)
    where not exists (select from users u where lower(u.account) = lower(candidate.account))
      and not exists (
        select from closed_handles
        where closed_handles.tag = candidate.tag and closed_handles.closed_until > now()
      )
    order by candidate.rank limit 1
  ), new_user as (
    insert into users
      (id, account, displaying_name, locale, time_zone, unread_questions_count)
    select :id, account, coalesce(:displaying_name?, account), :locale, :time_zone, 1 from free_handle
    on conflict do nothing returning pk
  ), new_badge as (
    insert into badges (uuid_hash, user_pk, keyword)
    select :badge_uuid_hash, pk, :badge from new_user
  ), new_letter as (${insertWelcomeLetterSql}
  ), new_identity as (
    insert into identities (user_pk, provider, subject, nickname, name, picture_url)
    select pk, :provider, :subject, :nickname, :name, :picture_url? from new_user returning pk
  ), new_tokens as (${buildInsertTokensSql("new_identity")}
  ), enqueued_indexing as (
    ${enqueueSql([indexNameJob], "new_user", { user_pk: "pk" })}
  )
  select pk from new_user`,
);

// An identity of another account stays unchanged and is not returned. `xmax` is 0 in a row that was inserted,
// and not 0 in a row that was updated.
const insertIdentity = statement(
  "accounts.insertIdentity",
  `
  with linked_identity as (
    insert into identities (user_pk, provider, subject, nickname, name, picture_url)
    values (:user_pk, :provider, :subject, :nickname, :name, :picture_url?)
    on conflict (provider, subject) do update
    set nickname = excluded.nickname, name = excluded.name, picture_url = excluded.picture_url
    where identities.user_pk = excluded.user_pk
    returning pk, user_pk, provider, xmax = 0 as is_new
  ), updated_import as (${buildClearImportFailureSql("linked_identity")}
  ), new_tokens as (${buildInsertTokensSql("linked_identity")}
  ), enqueued_jobs as (
    ${enqueueSql([sendSecurityMailJob], "linked_identity where is_new", {
      kind: "'provider_linked'",
    })}
  )
  select pk from linked_identity`,
);

function toIdentityParameters(
  secrets: Secrets,
  provider: Provider,
  { person, tokens }: AuthorizationResult,
) {
  const sealed = sealTokens(secrets, `${provider}:${person.subject}`, tokens);
  return { provider, ...person, ...sealed };
}

/** The maximum number of attempts to create an account, each with other random handles. */
const maxAttempts = 5;
const randomHandlesPerAttempt = 8;
const handleEndingLength = 4;

/** The browser that signs in. */
export interface SignInBrowser {
  /** Whether it has room for the account `user_pk`, or without `user_pk` for a new account. */
  hasRoom: (user_pk?: number) => Promise<boolean>;
  /** Stores its session of an account. */
  startSession: (db: Db, user_pk: number) => Promise<void>;
  /** Locks the account; throws if its session has ended. */
  lockAccount: (db: Db, user_pk: number) => Promise<void>;
}

interface FoundAccount {
  account_pk: number;
  /** Whether the account was created, together with its session. */
  is_new: boolean;
  has_left: boolean;
}

/**
 * Finds the account of an identity by provider and subject, never by email address or name, or creates an account with
 * this language and time zone. `not_restorable`: the account was left and can no longer be restored. `browser_full`:
 * `hasRoom` says that this browser has no room for the account; then none is created. `startSession` stores the session of
 * a new account in the transaction that creates it, so that no account remains if the session can't be stored.
 */
export async function findOrCreateAccount(
  { db, secrets }: Services,
  provider: Provider,
  result: AuthorizationResult,
  localeAndZone: DateReader,
  { hasRoom, startSession }: SignInBrowser,
): Promise<FoundAccount | "not_restorable" | "browser_full"> {
  const identity = toIdentityParameters(secrets, provider, result);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const [owner] = await selectIdentityOwner(db, { provider, subject: identity.subject });
    if (owner && !owner.may_sign_in) return "not_restorable";
    if (!(await hasRoom(owner?.user_pk))) return "browser_full";
    if (owner) {
      await updateIdentity(db, identity);
      return { account_pk: owner.user_pk, is_new: false, has_left: owner.has_left };
    }
    const parameters = {
      ...identity,
      ...createUserParameters(secrets, result),
      ...localeAndZone,
      ...createLetterParameters(localeAndZone.locale),
    };
    const inserted = await catchUniqueViolation(
      transaction(db, async (db) => {
        const rows = await insertUserWithIdentity(db, parameters);
        if (rows[0]) await startSession(db, rows[0].pk);
        return rows;
      }),
    );
    if (inserted?.[0]) return { account_pk: inserted[0].pk, is_new: true, has_left: false };
    // Another account has taken the handles meanwhile, or a simultaneous request has created this account.
  }
  throw new Failure("overloaded", { retry_after: 1 });
}

function createUserParameters(secrets: Secrets, { person }: AuthorizationResult) {
  const endings = Array.from({ length: randomHandlesPerAttempt }, createHandleEnding);
  const handles = proposeHandles(person.nickname, endings);
  return {
    handles,
    handle_tags: handles.map((handle) => secrets.deriveClosedHandleTag(handle)),
    id: createPublicId(),
    displaying_name: readProviderName(person.name),
    badge_uuid_hash: createPublicId(),
    badge: messagesBadge,
  };
}

/** Creates random letters and digits. */
function createHandleEnding(): string {
  return createToken().replace(/\W|_/g, "").slice(0, handleEndingLength);
}

/** Updates the name and the tokens of an account's identity; false if the account doesn't have this identity. */
export async function refreshIdentity(
  { db, secrets }: Services,
  user_pk: number,
  provider: Provider,
  result: AuthorizationResult,
): Promise<boolean> {
  const identity = toIdentityParameters(secrets, provider, result);
  const [owner] = await selectIdentityOwner(db, { provider, subject: identity.subject });
  if (owner?.user_pk !== user_pk) return false;
  await updateIdentity(db, identity);
  return true;
}

/** `taken`: another account has this identity. `occupied`: the account has another identity of this provider. */
export type LinkResult = "linked" | "taken" | "occupied";

/** Links an identity to an account; linking the same identity again updates it. */
export async function linkIdentity(
  { db, secrets }: Services,
  user_pk: number,
  provider: Provider,
  result: AuthorizationResult,
  { lockAccount }: Pick<SignInBrowser, "lockAccount">,
): Promise<LinkResult> {
  const parameters = { ...toIdentityParameters(secrets, provider, result), user_pk };
  // `on conflict` handles the unique index on provider and subject, so only the one on account and provider
  // can be violated.
  const linked = await catchUniqueViolation(
    transaction(db, async (db) => {
      await lockAccount(db, user_pk);
      return insertIdentity(db, parameters);
    }),
  );
  if (linked === undefined) return "occupied";
  return linked.length > 0 ? "linked" : "taken";
}

/** Returns undefined if an insert violates a unique index. */
async function catchUniqueViolation<T>(rows: Promise<T[]>): Promise<T[] | undefined> {
  try {
    return await rows;
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}

/**
 * Builds a statement that unlinks the identities of the account `:user_pk` for which `condition` holds. Unlinking X also
 * stops the weekly posts on X (with the links for questions and for messages), deletes the imported followers and resets
 * the state of their import. The time from which the account may start the next import stays.
 */
export const buildUnlinkSql = (condition: string) => `
  with deleted_identity as (
    delete from identities where user_pk = :user_pk and ${condition}
    returning provider, user_pk
  ), updated_user as (
    update users set is_auto_recruit = false, is_auto_message_recruit = false
    where pk = :user_pk and exists (select from deleted_identity where provider = 'twitter')
  ), updated_import as (
    update friend_imports
    set status = 'none', failure = null, progress = 0, total = null, cursor = null,
      waiting_until = null
    where user_pk = :user_pk and exists (select from deleted_identity where provider = 'twitter')
  ), deleted_followers as (
    delete from imported_followers
    where user_pk = :user_pk and exists (select from deleted_identity where provider = 'twitter')
  ), enqueued_sweep as (
    ${enqueueSql([sweepFollowerPicturesJob], "deleted_identity where provider = 'twitter'")}
  ), enqueued_jobs as (
    ${enqueueSql([sendSecurityMailJob], "deleted_identity", { kind: "'provider_unlinked'" })}
  )
  select provider from deleted_identity`;

const deleteIdentity = statement(
  "accounts.deleteIdentity",
  buildUnlinkSql(`
    provider = :provider and (
      provider = any(:link_only::text[])
      or ${hasOtherWayToSignInSql({ user_pk: ":user_pk", provider: ":provider" })})`),
);

const selectIdentity = statement(
  "accounts.selectIdentity",
  "select pk from identities where user_pk = :user_pk and provider = :provider",
);

/** Unlinks a provider from an account, unless it is the only way to sign in. */
export async function unlinkIdentity(
  services: Services,
  user_pk: number,
  provider: Provider,
): Promise<void> {
  const parameters = {
    user_pk,
    provider,
    link_only: linkOnlyProviders,
    ...findOfferedWays(services),
  };
  await transaction(services.db, async (db) => {
    // If two providers are unlinked simultaneously, the second request must see the deletion of the first identity.
    await lockUser(db, { user_pk });
    const deleted = await deleteIdentity(db, parameters);
    if (deleted.length > 0) return;
    const isLinked = (await selectIdentity(db, { user_pk, provider })).length > 0;
    if (!isLinked) throw new Failure("not_found");
    throw new Failure("refused", { fields: [{ field: "provider", text_key: "last_way_in" }] });
  });
}
