import { randomUUID } from "node:crypto";
import { type Provider, visitorHintCookie } from "@toibako/contract/accounts.ts";
import { retentionDays } from "@toibako/contract/privacy.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { floorToHour } from "#platform/dates.ts";
import { millisecondsPerDay, secondsPerDay } from "#platform/durations.ts";
import { publishSessionEnd } from "#platform/events/events.ts";
import type { Services } from "#platform/services.ts";
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
  u.pk, u.id, u.account, u.displaying_name, u.self_introduction, u.icon_url, u.email, u.locale,
  u.time_zone, u.is_show_sensitive_content, u.is_receive_baton, u.is_batch_answer_to_stamp,
  u.use_ngword_filter, u.ml_filter, u.card_theme, u.is_auto_recruit, u.is_auto_message_recruit,
  u.unread_questions_count, u.is_receive_community_question, u.community_tutorial_status,
  array(select i.provider from identities i where i.user_pk = u.pk order by i.provider)
    as "provider!"`;

/** To the database, `provider` is a list of any texts; here it is typed as a list of providers. */
export function toSessionUser({
  provider,
  ...columns
}: Omit<SessionUser, "provider"> & { provider: string[] }): SessionUser {
  return { ...columns, provider: provider as Provider[] };
}

const selectSession = statement(
  "session.selectSession",
  `
  select ${sessionUserColumns},
    array(select a.sealed_identity from adopted_visitors a where a.user_pk = u.pk)
      as "adopted_visitors!",
    u.active_on is distinct from current_date as "is_first_today!"
  from sessions s join users u on u.pk = s.user_pk
  where s.token_hash = :token_hash and s.expires_at > now() and u.left_at is null`,
);

const insertSession = statement(
  "session.insertSession",
  `
  insert into sessions (token_hash, browser_id, user_pk, expires_at)
  values (:token_hash, :browser_id, :user_pk, :expires_at)`,
);

const deleteSession = statement(
  "session.deleteSession",
  "delete from sessions where token_hash = :token_hash",
);

/** Reads who sent a request, with one statement if it has a session cookie and none otherwise. */
export async function readViewer(request: FastifyRequest, services: Services): Promise<Viewer> {
  const { secrets, db, active_accounts } = services;
  const token = request.cookies[sessionCookie];
  if (token && tokenPattern.test(token)) {
    const [session] = await selectSession(db, { token_hash: hashToken(token) });
    if (session) {
      const { adopted_visitors, is_first_today, ...user } = session;
      if (is_first_today) active_accounts.add(user.pk);
      return createAccountViewer(secrets, toSessionUser(user), adopted_visitors);
    }
  }
  const visitor = request.cookies[visitorCookie];
  const visitor_since = visitor === undefined ? undefined : secrets.visitorSince(visitor);
  return visitor === undefined || visitor_since === undefined
    ? anonymousViewer
    : createVisitorViewer(secrets, secrets.visitorIdentity(visitor), visitor_since);
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
  const identity = secrets.accountIdentity(user.pk);
  const adopted_identities = unsealIdentities(secrets, user.pk, adopted);
  const like_actor = secrets.likeActor(identity);
  return { user, identity, like_actor, adopted_identities, visitor_since: undefined };
}

function createVisitorViewer(secrets: Secrets, identity: Buffer, visitor_since: Date): Sender {
  const like_actor = secrets.likeActor(identity);
  return { user: undefined, identity, like_actor, adopted_identities: [], visitor_since };
}

/** Decrypts the identities in `adopted_visitors.sealed_identity`. */
export function unsealIdentities(
  secrets: Secrets,
  user_pk: number,
  sealed: Uint8Array[],
): Buffer[] {
  return sealed.flatMap((one) => {
    const identity = secrets.unseal(one, formatAdoptedVisitorOwner(user_pk));
    return identity === undefined ? [] : Buffer.from(identity, "hex");
  });
}

/** The owner for which `adopted_visitors.sealed_identity` is sealed. */
export const formatAdoptedVisitorOwner = (user_pk: number) => `adopted by ${user_pk}`;

const cookieOptions = { path: "/", httpOnly: true, secure: true, sameSite: "lax" } as const;

/** Signs an account in on this browser with a new token, and ends the session before it. */
export async function startSession(
  db: Db,
  user_pk: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const previous = request.cookies[sessionCookie];
  if (previous) await deleteSession(db, { token_hash: hashToken(previous) });
  const token = createToken();
  const expires_at = new Date(Date.now() + retentionDays.session * millisecondsPerDay);
  const token_hash = hashToken(token);
  await insertSession(db, { token_hash, browser_id: randomUUID(), user_pk, expires_at });
  reply.setCookie(sessionCookie, token, { ...cookieOptions, expires: expires_at });
}

export async function endSession(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = request.cookies[sessionCookie];
  if (token) {
    await deleteSession(services.db, { token_hash: hashToken(token) });
    publishSessionEnd(services, token);
  }
  reply.clearCookie(sessionCookie, cookieOptions);
}

/**
 * Creates the identity of a visitor without a cookie, and the token for their cookie. Called for a first
 * question or like, never for a read. A request that is repeated with the same `idempotency_key`, from
 * the same address on the same day in UTC, gets the same visitor. The caller sets the cookie with
 * `setVisitorCookie` after the request has succeeded.
 */
export function startVisitor(
  { secrets, sent_counts }: Services,
  { ip }: FastifyRequest,
  idempotency_key: string | undefined,
): { viewer: Sender; token: string } {
  const now = new Date();
  const token = secrets.visitorToken(ip, idempotency_key, now);
  const identity = secrets.visitorIdentity(token);
  // This visitor has sent nothing yet, so the count need not be looked up. If the request is a repeated
  // one whose question is already stored, `countSentAgain` corrects the count.
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

/** Lets the page's scripts know of the visitor cookie. */
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
