import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { statement } from "./db.ts";
import { newToken, tokenHash } from "./secrets.ts";
import type { Services } from "./services.ts";
import type { SessionUser, Viewer } from "./viewer.ts";

declare module "fastify" {
  interface FastifyRequest {
    viewer: Viewer;
  }
}
export const sessionCookie = "__Host-session";
const visitorCookie = "__Host-visitor";

const day = 86_400_000;
const sessionDays = 90;
const visitorDays = 400;
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** What a session user has of user `u`, with the names of the linked networks. */
export const sessionUserColumns = `
  u.pk, u.id, u.account, u.displaying_name, u.self_introduction, u.icon_url, u.email, u.locale,
  u.time_zone, u.is_show_sensitive_content, u.is_receive_baton, u.is_batch_answer_to_stamp,
  u.use_ngword_filter, u.ml_filter, u.card_theme, u.is_auto_recruit, u.is_auto_message_recruit,
  u.unread_questions_count,
  array(select i.provider from identities i where i.user_pk = u.pk order by i.provider) as provider`;

const findSessionUser = statement<SessionUser>(`
  select ${sessionUserColumns}
  from sessions s join users u on u.pk = s.user_pk
  where s.token_hash = $1 and s.expires_at > now() and u.left_at is null`);

const insertSession = statement<{ browser_id: string }>(`
  insert into sessions (token_hash, browser_id, user_pk, expires_at) values ($1, $2, $3, $4)
  returning browser_id`);

const deleteSession = statement("delete from sessions where token_hash = $1");

/** Reads who calls: one statement with a session cookie, none without. */
export async function readViewer(request: FastifyRequest, services: Services): Promise<Viewer> {
  const { secrets, db } = services;
  const token = request.cookies[sessionCookie];
  if (token && tokenPattern.test(token)) {
    const [user] = await findSessionUser(db, tokenHash(token));
    if (user) return { user, sender_key: secrets.personKey(user.pk) };
  }
  const visitor = request.cookies[visitorCookie];
  if (visitor && secrets.isVisitorToken(visitor)) {
    return { user: undefined, sender_key: secrets.visitorKey(visitor) };
  }
  return { user: undefined, sender_key: undefined };
}

/** The page is somebody's own: nobody else may be shown it. */
export function isPersonal(request: FastifyRequest): boolean {
  const { cookies } = request;
  return cookies[sessionCookie] !== undefined || cookies[visitorCookie] !== undefined;
}

const cookie = { path: "/", httpOnly: true, secure: true, sameSite: "lax" } as const;

/** Signs a person in on this browser, under a token that nobody has seen before. */
export async function startSession(
  services: Services,
  user_pk: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const previous = request.cookies[sessionCookie];
  if (previous) await deleteSession(services.db, tokenHash(previous));
  const token = newToken();
  const expires = new Date(Date.now() + sessionDays * day);
  await insertSession(services.db, tokenHash(token), randomUUID(), user_pk, expires);
  reply.setCookie(sessionCookie, token, { ...cookie, expires });
}

export async function endSession(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = request.cookies[sessionCookie];
  if (token) await deleteSession(services.db, tokenHash(token));
  reply.clearCookie(sessionCookie, cookie);
}

/**
 * A cookie for somebody without a session; made by the first question or like, never by reading. Who
 * repeats that first call under its `idempotency_key`, since its answer got lost, is the same visitor.
 */
export function startVisitor(
  { secrets }: Services,
  { ip }: FastifyRequest,
  reply: FastifyReply,
  idempotency_key: string | undefined,
): Buffer {
  const token = secrets.visitorToken(ip, idempotency_key);
  reply.setCookie(visitorCookie, token, { ...cookie, maxAge: (visitorDays * day) / 1000 });
  return secrets.visitorKey(token);
}

export function endVisitor(reply: FastifyReply): void {
  reply.clearCookie(visitorCookie, cookie);
}
