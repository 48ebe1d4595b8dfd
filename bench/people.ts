import { createHash } from "node:crypto";
import { visitorHintCookie } from "@toibako/contract/accounts.ts";
import { createSecrets } from "../apps/server/src/platform/identity/secrets.ts";

/** The secret key of every server that the bench starts; the bench creates tokens with it. */
export const secretKey = "a key for measuring alone, never for people";
const secrets = createSecrets(Buffer.from(secretKey));

/** The number of accounts that send requests; they have the lowest keys. */
export const signedInCount = 400;

const hashToken = (text: string) => createHash("sha256").update(text).digest("base64url");

/** Returns the session token of the account with this key. */
export const createSessionToken = (pk: number) => hashToken(`session ${pk}`);

// More than a day ago, so that no visitor counts as new.
const firstVisit = new Date("2026-01-01T00:00:00Z");

/** Returns the cookie of a returning visitor; the same for the same name. */
const createVisitorToken = (name: string) => secrets.createVisitorToken("bench", name, firstVisit);

/** Returns the headers of a write by the account with this key. */
export function createAccountHeaders(pk: number): Record<string, string> {
  const session = createSessionToken(pk);
  return { cookie: `__Host-session=${session}`, "x-csrf-token": secrets.deriveCsrfToken(session) };
}

/** Returns the headers of a write by the visitor of this name. */
export function createVisitorHeaders(name: string): Record<string, string> {
  // Includes the cookie that tells the page's scripts of the visitor cookie.
  const cookie = `${visitorHintCookie}=1; __Host-visitor=${createVisitorToken(name)}`;
  return { cookie, "x-csrf-token": secrets.deriveCsrfToken(undefined) };
}
