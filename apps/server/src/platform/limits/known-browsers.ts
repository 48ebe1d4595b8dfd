import { retentionDays } from "@toibako/contract/privacy.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { secondsPerDay } from "#platform/durations.ts";
import { createPublicId, isSameText } from "#platform/identity/secrets.ts";
import type { Services } from "#platform/services.ts";

/**
 * A cookie with a random id of the browser (not `sessions.browser_id`) and one keyed hash for each of the
 * last 10 accounts that signed in on it, newest first. Attempts to sign in from a known browser have a counter of their own,
 * so that wrong passwords from elsewhere never lock owners out on their own browser. For this, the
 * cookie stays after signing out.
 */
const cookieName = "__Host-known";
const maxAccounts = 10;
const lifetimeSeconds = retentionDays.known_browser * secondsPerDay;

/** Returns the id of this browser if this account has signed in here before. */
export function findKnownBrowser(
  { secrets }: Services,
  request: FastifyRequest,
  account: string,
): string | undefined {
  const { browser_id, marks } = readCookie(request);
  const ownMark = secrets.deriveKnownBrowserMark(account, browser_id);
  return marks.some((mark) => isSameText(mark, ownMark)) ? browser_id : undefined;
}

export function rememberBrowser(
  { secrets }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  account: string,
): void {
  const { browser_id, marks } = readCookie(request);
  const ownMark = secrets.deriveKnownBrowserMark(account, browser_id);
  const newest = [ownMark, ...marks.filter((mark) => mark !== ownMark)].slice(0, maxAccounts);
  reply.setCookie(cookieName, [browser_id, ...newest].join("."), {
    path: "/",
    httpOnly: true,
    secure: true,
    sameSite: "strict",
    maxAge: lifetimeSeconds,
  });
}

function readCookie(request: FastifyRequest): { browser_id: string; marks: string[] } {
  const [browser_id = "", ...marks] = request.cookies[cookieName]?.split(".") ?? [];
  const isWellFormed = [browser_id, ...marks].every((part) => /^[\w-]{22}$/.test(part));
  return isWellFormed
    ? { browser_id, marks: marks.slice(0, maxAccounts) }
    : { browser_id: createPublicId(), marks: [] };
}
