import { createHash } from "node:crypto";
import { createSecrets } from "../apps/server/src/platform/secrets.ts";

/** The key of every server that the bench starts, so that it can make their tokens itself. */
export const secretKey = "a key for measuring alone, never for people";
export const secrets = createSecrets(Buffer.from(secretKey));

/** How many of the people, the first ones, are signed in on some browser. */
export const signedIn = 400;

const token = (text: string) => createHash("sha256").update(text).digest("base64url");

/** The session token of the person with this key. */
export const sessionToken = (pk: number) => token(`session ${pk}`);

/** The cookie of one of the visitors who come back. */
export const visitorToken = (n: number) => secrets.visitorToken("bench", `visitor ${n}`);

/** Headers of a write from our own page, as the person with this key. */
export function asPerson(pk: number): Record<string, string> {
  const session = sessionToken(pk);
  return { cookie: `__Host-session=${session}`, "x-csrf-token": secrets.csrfToken(session) };
}

/** Headers of a write from our own page, as a visitor who has been here before. */
export function asVisitor(n: number): Record<string, string> {
  const cookie = `__Host-visitor=${visitorToken(n)}`;
  return { cookie, "x-csrf-token": secrets.csrfToken(undefined) };
}
