import type { Endpoint } from "@toibako/contract/endpoint.ts";
import { passkeyChallengeMinutes } from "@toibako/contract/factors.ts";
import { deleteBatchSql, repeatBatches } from "#platform/database/batches.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import type { Call } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { createToken, hashToken } from "#platform/identity/secrets.ts";

/** A call that can read and set cookies. */
export type BrowserCall = Pick<Call<Endpoint>, "services" | "request" | "reply">;

/** Identifies the browser that received a challenge, so that no other browser can use the challenge. */
const browserCookie = "__Host-passkey";
const cookieOptions = { path: "/", httpOnly: true, secure: true, sameSite: "strict" } as const;

const insertChallenge = statement(
  "factors.insertChallenge",
  `
  insert into passkey_challenges (challenge_hash, browser_hash, user_pk, expires_at)
  values (:challenge_hash, :browser_hash, :user_pk?,
    now() + interval '${passkeyChallengeMinutes} minutes')`,
);

const deleteChallenge = statement(
  "factors.deleteChallenge",
  `
  delete from passkey_challenges
  where challenge_hash = :challenge_hash and browser_hash = :browser_hash
    and user_pk is not distinct from :user_pk? and expires_at > now()
  returning challenge_hash`,
);

const deleteExpired = statement(
  "factors.deleteExpiredChallenges",
  deleteBatchSql("passkey_challenges", "challenge_hash", "expires_at < now()"),
);

/**
 * Creates a challenge for this browser: to add a passkey to the account, or, if `user_pk` is null, to
 * authenticate with any passkey.
 */
export async function createChallenge(
  { services: { db }, request, reply }: BrowserCall,
  user_pk: number | null,
): Promise<string> {
  const browserToken = request.cookies[browserCookie] ?? createToken();
  const challenge = createToken();
  await insertChallenge(db, {
    challenge_hash: hashToken(challenge),
    browser_hash: hashToken(browserToken),
    user_pk,
  });
  reply.setCookie(browserCookie, browserToken, {
    ...cookieOptions,
    maxAge: passkeyChallengeMinutes * 60,
  });
  return challenge;
}

/**
 * Returns the challenge that the browser has signed, and deletes it, so that it works once. Throws `wrong_passkey`
 * if the challenge is unknown, used or expired, or was created for another account, purpose or browser.
 */
export async function consumeChallenge(
  { services: { db }, request }: BrowserCall,
  client_data_json: string,
  user_pk: number | null,
): Promise<string> {
  const challenge = readSignedChallenge(client_data_json);
  const browserToken = request.cookies[browserCookie];
  if (!challenge || !browserToken) throw new Failure("wrong_passkey");
  const deleted = await deleteChallenge(db, {
    challenge_hash: hashToken(challenge),
    browser_hash: hashToken(browserToken),
    user_pk,
  });
  if (deleted.length === 0) throw new Failure("wrong_passkey");
  return challenge;
}

function readSignedChallenge(client_data_json: string): string | undefined {
  try {
    const text = Buffer.from(client_data_json, "base64url").toString();
    const { challenge } = JSON.parse(text) as { challenge?: unknown };
    return typeof challenge === "string" ? challenge : undefined;
  } catch {
    return undefined;
  }
}

export async function deleteExpiredChallenges(db: Db): Promise<void> {
  await repeatBatches(() => deleteExpired(db, {}));
}
