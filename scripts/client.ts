import { randomUUID } from "node:crypto";
import { createSecrets } from "../apps/server/src/platform/identity/secrets.ts";

/** Headers of a person or a visitor. */
export type Headers = Record<string, string>;

/** The secret key of the sites that scripts start, with which they derive the CSRF tokens of their requests. */
export const SECRET_KEY = randomUUID() + randomUUID();

const secrets = createSecrets(Buffer.from(SECRET_KEY));
/** Headers of a visitor. */
export const visitorHeaders = { "x-csrf-token": secrets.deriveCsrfToken(undefined) };

/** Registers an account; returns the headers of its requests. The error of a refusal has the status as its cause. */
export async function register(url: string, account: string): Promise<Headers> {
  const reply = await sendJson(`${url}/acc/regist`, visitorHeaders, {
    account,
    password: randomUUID(),
    locale: "ja",
  });
  const session = /__Host-session=([^;]+)/.exec(reply.headers.getSetCookie().join(" "))?.[1];
  if (!session)
    throw new Error(`${account} could not register: ${reply.status}`, { cause: reply.status });
  return { cookie: `__Host-session=${session}`, "x-csrf-token": secrets.deriveCsrfToken(session) };
}

export function sendJson(url: string, headers: Headers, body: object, method = "POST") {
  return fetch(url, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}
