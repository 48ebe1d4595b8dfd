import { type Provider, visitorHintCookie } from "@toibako/contract/accounts.ts";
import { retentionDays } from "@toibako/contract/privacy.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isInBatchSql, repeatBatches } from "#platform/database/batches.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { lockThen } from "#platform/database/transaction.ts";
import { floorToHour } from "#platform/dates.ts";
import { secondsPerDay } from "#platform/durations.ts";
import { publishSessionEnd } from "#platform/events/events.ts";
import type { Services } from "#platform/services.ts";
import { clearIdentityConfirmation } from "./identity-confirmation.ts";
import { createToken, hashToken, type Secrets } from "./secrets.ts";
import type { Sender, SessionUser, SignedIn, Viewer } from "./viewer.ts";

declare module "fastify" {
  interface FastifyRequest {
    viewer: Viewer;
  }
}
export const sessionCookie = "__Host-session";
export const visitorCookie = "__Host-visitor";

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** The columns of a `SessionUser` from `users u`, with the names of the linked providers. */
export const sessionUserColumns = `
  u.pk, u.id, u.account, u.account_changed_at, u.displaying_name, u.self_introduction, u.icon_url,
  u.email, u.confirmed_email, u.password_hash is not null as "has_password!", u.locale, u.time_zone,
  u.is_show_sensitive_content, u.is_receive_baton, u.is_batch_answer_to_stamp,
  u.use_ngword_filter, u.ml_filter, u.card_theme, u.is_auto_recruit, u.has_chosen_auto_recruit,
  u.is_auto_message_recruit,
  u.unread_questions_count, u.is_receive_community_question, u.is_findable, u.community_tutorial_status,
  u.tutorial_status, u.is_receive_dm, u.is_message_tos_showed, u.is_show_display_notify, u.is_send_email, u.gender_type,
  u.sign_up_complete, u.birthday::text as birthday, u.role,
  case when u.suspended_until > now() then u.suspended_until end as suspended_until,
  array(select identities.provider from identities where identities.user_pk = u.pk order by identities.provider)
    as "provider!"`;

/** Narrows the type of `provider`, which for the database is a list of any texts. */
export function toSessionUser({
  provider,
  ...columns
}: Omit<SessionUser, "provider"> & { provider: string[] }): SessionUser {
  return { ...columns, provider: provider as Provider[] };
}

export const selectSession = statement(
  "session.selectSession",
  `
  select ${sessionUserColumns},
    array(select adopted_visitors.sealed_identity from adopted_visitors where adopted_visitors.user_pk = u.pk)
      as "adopted_visitors!",
    u.active_on is distinct from current_date as "is_first_today!",
    sessions.id as session_id,
    sessions.used_hour < date_trunc('hour', now()) as "is_first_this_hour!"
  from sessions join users u on u.pk = sessions.user_pk
  where sessions.token_hash = :token_hash and sessions.expires_at > now() and u.left_at is null`,
);

/**
 * Deletes the sessions for which `condition` holds. If the active session of a browser is deleted, the
 * account that was used before it becomes active with the same token. Otherwise the browser could not
 * reach its other accounts, because only an active session has a token.
 */
const buildDeleteSessionsSql = (condition: string) => `
  with ended_sessions as (
    delete from sessions where ${condition} returning id, browser_id, token_hash
  ), successors as (
    select distinct on (sessions.browser_id) sessions.id, ended.token_hash
    from ended_sessions ended
    join sessions on sessions.browser_id = ended.browser_id and sessions.expires_at > now()
    join users u on u.pk = sessions.user_pk and u.left_at is null
    where ended.token_hash is not null and sessions.id not in (select id from ended_sessions)
    order by sessions.browser_id, sessions.activation desc
  ), passed_tokens as (
    update sessions set token_hash = successors.token_hash from successors where sessions.id = successors.id
  )
  select token_hash from ended_sessions`;

/**
 * Locks all sessions of the browsers that have a session for which `condition` holds. Otherwise, if two sessions of a
 * browser ended at once, one could pass the token to the other. The active session is locked first, as by a sign-in.
 */
const buildLockBrowsersSql = (condition: string) => `
  select browser_id from sessions
  where browser_id in (select browser_id from sessions where ${condition})
  order by browser_id, token_hash is null, id for update`;

const isOfAccountSql = `
  user_pk = :user_pk
  and (:kept_token_hash?::bytea is null or token_hash is distinct from :kept_token_hash?)`;
const lockAccountBrowsers = statement(
  "session.lockAccountBrowsers",
  buildLockBrowsersSql(isOfAccountSql),
);
const deleteAccountSessions = statement(
  "session.deleteAccountSessions",
  buildDeleteSessionsSql(isOfAccountSql),
);

const hasIdSql = "id = :id and user_pk = :user_pk";
const lockBrowserById = statement("session.lockBrowserById", buildLockBrowsersSql(hasIdSql));
const deleteSessionById = statement("session.deleteSessionById", buildDeleteSessionsSql(hasIdSql));

const hasTokenSql = "token_hash = :token_hash";
const lockBrowserByToken = statement(
  "session.lockBrowserByToken",
  buildLockBrowsersSql(hasTokenSql),
);
const deleteSessionByToken = statement(
  "session.deleteSessionByToken",
  buildDeleteSessionsSql(hasTokenSql),
);
const deleteBrowserSession = statement(
  "session.deleteBrowserSession",
  buildDeleteSessionsSql(
    "browser_id = :browser_id and user_pk = (select pk from users where id = :user_id)",
  ),
);

const deleteExpiredSessions = statement(
  "session.deleteExpiredSessions",
  buildDeleteSessionsSql(isInBatchSql("sessions", "id", "expires_at < now()")),
);

const updateToken = statement(
  "session.updateToken",
  "update sessions set token_hash = :new_token_hash where token_hash = :token_hash returning id",
);

/** The hash of the request's session token; undefined without a token. */
export function hashSessionToken({ cookies }: FastifyRequest): Buffer | undefined {
  const token = cookies[sessionCookie];
  return token && tokenPattern.test(token) ? hashToken(token) : undefined;
}

/** Reads who sent a request with this session token, with one statement. */
export async function readViewer(
  request: FastifyRequest,
  services: Services,
  token_hash: Buffer,
): Promise<Viewer> {
  const { secrets, db, active_accounts, active_sessions } = services;
  const [session] = await selectSession(db, { token_hash });
  if (!session) return readVisitor(request, services);
  const { adopted_visitors, is_first_today, session_id, is_first_this_hour, ...user } = session;
  if (is_first_today) active_accounts.add(user.pk);
  if (is_first_this_hour) active_sessions.set(session_id, floorToHour(new Date()));
  return createAccountViewer(secrets, toSessionUser(user), adopted_visitors);
}

/** Reads who sent a request without a session, from the visitor cookie. */
export function readVisitor({ cookies }: FastifyRequest, { secrets }: Services): Viewer {
  const visitor = cookies[visitorCookie];
  const visitor_since = visitor === undefined ? undefined : secrets.readVisitorHour(visitor);
  return visitor === undefined || visitor_since === undefined
    ? anonymousViewer
    : createVisitorViewer(secrets, secrets.deriveVisitorIdentity(visitor), visitor_since);
}

/** A visitor without a cookie. */
export const anonymousViewer: Viewer = {
  user: undefined,
  identity: undefined,
  like_actor: undefined,
  adopted_identities: [],
  visitor_since: undefined,
};

/** The viewer of a signed-in account. `adopted` are the sealed identities of its adopted visitors. */
export function createAccountViewer(
  secrets: Secrets,
  user: SessionUser,
  adopted: Uint8Array[],
): SignedIn {
  const identity = secrets.deriveAccountIdentity(user.pk);
  const adopted_identities = unsealIdentities(secrets, user.pk, adopted);
  const like_actor = secrets.deriveLikeActor(identity);
  return { user, identity, like_actor, adopted_identities, visitor_since: undefined };
}

function createVisitorViewer(secrets: Secrets, identity: Buffer, visitor_since: Date): Sender {
  const like_actor = secrets.deriveLikeActor(identity);
  return { user: undefined, identity, like_actor, adopted_identities: [], visitor_since };
}

/** Decrypts the identities in `adopted_visitors.sealed_identity`. */
export function unsealIdentities(
  secrets: Secrets,
  user_pk: number,
  sealed: Uint8Array[],
): Buffer[] {
  return sealed.flatMap((sealedIdentity) => {
    const identity = secrets.unseal(sealedIdentity, formatAdoptedVisitorOwner(user_pk));
    return identity === undefined ? [] : Buffer.from(identity, "hex");
  });
}

/** The owner for which `adopted_visitors.sealed_identity` is sealed. */
export const formatAdoptedVisitorOwner = (user_pk: number) => `adopted by ${user_pk}`;

const cookieOptions = { path: "/", httpOnly: true, secure: true, sameSite: "lax" } as const;

/** A session that was deleted. */
type EndedSession = Row<"session.deleteAccountSessions">;

/**
 * Deletes all sessions of an account, except the session of the request `kept`. After the transaction, pass the result to
 * `publishSessionEnds`.
 */
export function deleteSessionsOfAccount(
  db: Db,
  user_pk: number,
  kept?: FastifyRequest,
): Promise<EndedSession[]> {
  const kept_token_hash = (kept && hashSessionToken(kept)) ?? null;
  const parameters = { user_pk, kept_token_hash };
  return lockThen(
    db,
    (db) => lockAccountBrowsers(db, parameters),
    (db) => deleteAccountSessions(db, parameters),
  );
}

/** Ends all sessions of an account on all browsers, except the session of the request `kept`. */
export async function endSessionsOfAccount(
  services: Services,
  user_pk: number,
  kept?: FastifyRequest,
): Promise<void> {
  publishSessionEnds(services, await deleteSessionsOfAccount(services.db, user_pk, kept));
}

/** Ends one session of an account; returns whether the account has such a session. */
export async function endSessionById(
  services: Services,
  user_pk: number,
  id: string,
): Promise<boolean> {
  const ended = await lockThen(
    services.db,
    (db) => lockBrowserById(db, { user_pk, id }),
    (db) => deleteSessionById(db, { user_pk, id }),
  );
  publishSessionEnds(services, ended);
  return ended.length > 0;
}

/** Signs an account out of this browser; returns whether it was signed in on it. */
export async function endSessionOfBrowser(
  services: Services,
  user_id: string,
  request: FastifyRequest,
): Promise<boolean> {
  const token_hash = hashSessionToken(request);
  if (!token_hash) return false;
  const ended = await lockThen(
    services.db,
    (db) => lockBrowserByToken(db, { token_hash }),
    // A simultaneous request may have given the browser another token.
    async (db, [locked]) =>
      locked ? deleteBrowserSession(db, { browser_id: locked.browser_id, user_id }) : [],
  );
  publishSessionEnds(services, ended);
  return ended.length > 0;
}

/** Ends the sessions that have expired. */
export async function endExpiredSessions(services: Services): Promise<void> {
  await repeatBatches(async () => {
    const ended = await deleteExpiredSessions(services.db, {});
    publishSessionEnds(services, ended);
    return ended;
  });
}

/** Closes the event streams of ended sessions. Must be called after the transaction that has deleted them. */
export function publishSessionEnds(services: Services, sessions: readonly EndedSession[]): void {
  for (const { token_hash } of sessions) {
    if (token_hash) publishSessionEnd(services, Buffer.from(token_hash));
  }
}

/**
 * Signs the active account out of this browser. The account that was used before it becomes active with
 * a new token. If there is none, the session cookie is deleted.
 */
export async function endSession(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  clearIdentityConfirmation(reply);
  const token_hash = hashSessionToken(request);
  if (token_hash) {
    const { ended, token } = await lockThen(
      services.db,
      (db) => lockBrowserByToken(db, { token_hash }),
      async (db) => ({
        ended: await deleteSessionByToken(db, { token_hash }),
        token: await rotateSession(db, request),
      }),
    );
    publishSessionEnds(services, ended);
    if (token !== undefined) {
      setSessionCookie(reply, token);
      return;
    }
  }
  reply.clearCookie(sessionCookie, cookieOptions);
}

/**
 * Stores a new token of this browser, for example after the password was changed, and returns it for
 * `setSessionCookie` after the transaction; undefined if the browser has no active account.
 */
export async function rotateSession(db: Db, request: FastifyRequest): Promise<string | undefined> {
  const token_hash = hashSessionToken(request);
  if (!token_hash) return undefined;
  const token = createToken();
  const rotated = await updateToken(db, { token_hash, new_token_hash: hashToken(token) });
  return rotated.length > 0 ? token : undefined;
}

export function setSessionCookie(reply: FastifyReply, token: string): void {
  const maxAge = retentionDays.session * secondsPerDay;
  reply.setCookie(sessionCookie, token, { ...cookieOptions, maxAge });
}

/**
 * Creates the identity of a visitor without a cookie, and the token for their cookie. Called for a first
 * question or like, never for a read. A request that is repeated with the same `idempotency_key` by the same
 * `caller` on the same day in UTC gets the same visitor. The cookie is set with `setVisitorCookie` after the
 * request has succeeded.
 */
export function startVisitor(
  { secrets, sent_counts }: Services,
  caller: string,
  idempotency_key: string | undefined,
): { viewer: Sender; token: string } {
  const now = new Date();
  const token = secrets.createVisitorToken(caller, idempotency_key, now);
  const identity = secrets.deriveVisitorIdentity(token);
  // A new visitor has sent no question, so the count need not be looked up. After a repeated request,
  // whose question is already stored, `recountSent` corrects the count.
  sent_counts.set(identity.toString("hex"), { least: 0, below: 1 });
  return { viewer: createVisitorViewer(secrets, identity, floorToHour(now)), token };
}

export function setVisitorCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(visitorCookie, token, {
    ...cookieOptions,
    maxAge: retentionDays.visitor_cookie * secondsPerDay,
  });
  setVisitorHint(reply);
}

/** Sets a cookie by which scripts of pages know that the browser has a visitor cookie. */
export function setVisitorHint(reply: FastifyReply): void {
  reply.setCookie(visitorHintCookie, "1", {
    ...cookieOptions,
    httpOnly: false,
    maxAge: retentionDays.visitor_cookie * secondsPerDay,
  });
}

export function clearVisitorCookie(reply: FastifyReply): void {
  reply.clearCookie(visitorCookie, cookieOptions);
  reply.clearCookie(visitorHintCookie, { ...cookieOptions, httpOnly: false });
}
