import { randomUUID } from "node:crypto";
import { retentionDays } from "@toibako/contract/privacy.ts";
import { maxAccountsOfBrowser } from "@toibako/contract/sessions.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";
import { publishSessionEnd } from "#platform/events/events.ts";
import { Failure } from "#platform/http/failure.ts";
import type { Services } from "#platform/services.ts";
import { describeBrowser } from "./browser-name.ts";
import { createToken, hashToken } from "./secrets.ts";
import { hashSessionToken, setSessionCookie } from "./session.ts";

const removeToken = statement(
  "session.removeToken",
  `
  update sessions set token_hash = null
  where token_hash = :token_hash and expires_at > now()
  returning browser_id`,
);

const deleteExpired = statement(
  "session.deleteExpiredOfBrowser",
  "delete from sessions where browser_id = :browser_id and expires_at <= now()",
);

// An account that is already signed in on the browser keeps its slot; another one gets the lowest free
// slot. Without a free slot no row is written. The highest `activation` marks the account used last.
const insertSession = statement(
  "session.insertSession",
  `
  insert into sessions (token_hash, browser_id, user_pk, slot, activation, expires_at, browser_name,
    system_name)
  select :token_hash, :browser_id, :user_pk, placed.slot, placed.activation,
    date_trunc('hour', now(), 'UTC') + interval '${retentionDays.session} days', :browser_name?, :system_name?
  from (
    select
      coalesce(
        (select own.slot from sessions own where own.browser_id = :browser_id and own.user_pk = :user_pk),
        (select min(free_slot) from generate_series(1, ${maxAccountsOfBrowser}) free_slot
         where free_slot not in (select taken.slot from sessions taken where taken.browser_id = :browser_id))
      ) as slot,
      (select coalesce(max(other.activation), 0) + 1 from sessions other where other.browser_id = :browser_id)
        as activation
  ) placed
  where placed.slot is not null
  on conflict (browser_id, user_pk) do update
  set token_hash = excluded.token_hash, activation = excluded.activation, created_at = excluded.created_at,
    expires_at = excluded.expires_at, browser_name = excluded.browser_name,
    system_name = excluded.system_name
  returning id`,
);

const activateSession = statement(
  "session.activateSession",
  `
  update sessions
  set token_hash = :token_hash,
    activation = (select max(other.activation) + 1 from sessions other where other.browser_id = :browser_id)
  from users u
  where sessions.browser_id = :browser_id and sessions.user_pk = u.pk and u.id = :user_id
    and sessions.expires_at > now() and u.left_at is null
  returning sessions.id`,
);

const selectAccounts = statement(
  "session.selectAccounts",
  `
  select u.pk, sessions.token_hash is not null as "is_current!"
  from sessions join users u on u.pk = sessions.user_pk
  where sessions.browser_id = (select caller.browser_id from sessions caller where caller.token_hash = :token_hash)
    and sessions.expires_at > now() and u.left_at is null
  order by sessions.slot`,
);

/**
 * Signs an account in on this browser with a new token, in addition to the accounts that are signed
 * in already. Throws `accounts_full` if the browser has no free slot. `db` must be a transaction, so
 * that after a failure the active account stays active.
 */
export async function startSession(
  db: Db,
  user_pk: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const browser_id = (await deactivateAccount(db, request)) ?? randomUUID();
  const token = createToken();
  const browser = describeBrowser(request.headers["user-agent"]);
  // Frees the slots of accounts whose session has expired.
  await deleteExpired(db, { browser_id });
  const inserted = await insertSession(db, {
    token_hash: hashToken(token),
    browser_id,
    user_pk,
    ...browser,
  });
  if (inserted.length === 0) throw new Failure("accounts_full");
  setSessionCookie(reply, token);
}

/** Makes another account of this browser the active one, with a new token. */
export async function switchSession(
  services: Services,
  user_id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = createToken();
  await transaction(services.db, async (db) => {
    const browser_id = await deactivateAccount(db, request);
    if (browser_id === undefined) throw new Failure("sign_in_needed");
    const token_hash = hashToken(token);
    const activated = await activateSession(db, { token_hash, browser_id, user_id });
    if (activated.length === 0) throw new Failure("not_found");
  });
  closeEventStreams(services, request);
  setSessionCookie(reply, token);
}

/** Closes the event streams of the request's session token after a new token has replaced it. */
export function closeEventStreams(services: Services, request: FastifyRequest): void {
  const token_hash = hashSessionToken(request);
  if (token_hash) publishSessionEnd(services, token_hash);
}

/**
 * Removes the token of the active account and returns the id of the browser; undefined for a new
 * browser. If a browser sends several requests at once, the first one changes the token; the others
 * wait for it and fail with `stale_tab`.
 */
async function deactivateAccount(db: Db, request: FastifyRequest): Promise<string | undefined> {
  const token_hash = hashSessionToken(request);
  const [active] = token_hash ? await removeToken(db, { token_hash }) : [];
  if (!active && request.viewer.user) throw new Failure("stale_tab");
  return active?.browser_id;
}

/** The primary keys of the accounts of this browser, in the order of their slots. */
export async function listAccountsOfBrowser(db: Db, token_hash: Buffer | undefined) {
  return token_hash ? selectAccounts(db, { token_hash }) : [];
}
