import { isHandle } from "@toibako/contract/handles.ts";
import { retentionDays } from "@toibako/contract/privacy.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { statement } from "#platform/database/statement.ts";
import { secondsPerDay } from "#platform/durations.ts";
import { createPublicId, isSameText } from "#platform/identity/secrets.ts";
import type { Services } from "#platform/services.ts";

/**
 * A cookie with a random id of the browser (not `sessions.browser_id`) and one keyed hash for each of the
 * last 10 accounts that signed in on it, newest first. Attempts to sign in from a known browser have a
 * counter of their own, so that wrong passwords from elsewhere never lock owners out on their own
 * browser. For this, the cookie stays after signing out. A hash becomes invalid when its account
 * changes its password or second factor, because somebody with the old password may have signed in.
 */
const cookieName = "__Host-known";
const maxAccountsInCookie = 10;
const lifetimeSeconds = retentionDays.known_browser * secondsPerDay;

const selectAccount = statement(
  "limits.selectAccountOfMark",
  `
  select u.pk as user_pk,
    concat(u.password_hash, ' ', encode(totp_factors.sealed_secret, 'hex')) as "credentials!"
  from users u left join totp_factors on totp_factors.user_pk = u.pk and totp_factors.expires_at is null
  where lower(u.account) = lower(:account)`,
);

/**
 * Derives the mark of the account with this handle; undefined if there is none. Like sign-in, finds no account for a
 * text that isn't a handle: SQL converts "İ" to "i", but attempts with that letter are counted separately.
 */
async function deriveMark({ db, secrets }: Services, account: string, browser_id: string) {
  if (!isHandle(account)) return undefined;
  const [found] = await selectAccount(db, { account });
  return found && secrets.deriveKnownBrowserMark({ ...found, browser_id });
}

/**
 * Returns the id of this browser if the account with this handle has signed in here since it last changed
 * its password or second factor.
 */
export async function findKnownBrowser(
  services: Services,
  request: FastifyRequest,
  account: string,
): Promise<string | undefined> {
  const { browser_id, marks } = readCookie(request);
  if (marks.length === 0) return undefined;
  const ownMark = await deriveMark(services, account, browser_id);
  const isKnown = ownMark !== undefined && marks.some((mark) => isSameText(mark, ownMark));
  return isKnown ? browser_id : undefined;
}

/**
 * Makes this browser a known browser of the account, after a sign-in or a change of its password or second
 * factor.
 */
export async function rememberBrowser(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  account: string,
): Promise<void> {
  const { browser_id, marks } = readCookie(request);
  const ownMark = await deriveMark(services, account, browser_id);
  if (ownMark === undefined) return;
  const newest = [ownMark, ...marks.filter((mark) => mark !== ownMark)].slice(
    0,
    maxAccountsInCookie,
  );
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
    ? { browser_id, marks: marks.slice(0, maxAccountsInCookie) }
    : { browser_id: createPublicId(), marks: [] };
}
