import type { APIRequestContext, APIResponse } from "@playwright/test";
import type { ReceivedItem } from "@toibako/contract/inbox.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { newHandle, password } from "./people.ts";

const tokens = new WeakMap<APIRequestContext, string>();

/** Calls the server as a page of this browser does, whatever comes of it. */
export async function attempt(
  request: APIRequestContext,
  method: string,
  path: string,
  data?: object,
): Promise<APIResponse> {
  const token = tokens.get(request) ?? (await readToken(request));
  const headers = { "X-CSRF-Token": token, Accept: "application/json" };
  return request.fetch(path, { method, headers, ...(data && { data }) });
}

async function readToken(request: APIRequestContext): Promise<string> {
  const page = await (await request.get("/en/fxp/terms")).text();
  const token = page.match(/name="csrf-token" content="([^"]+)"/)?.[1] ?? "";
  tokens.set(request, token);
  return token;
}

/** The same for what has to succeed. */
async function call(request: APIRequestContext, method: string, path: string, data?: object) {
  const response = await attempt(request, method, path, data);
  if (!response.ok()) throw new Error(`${method} ${path}: ${await response.text()}`);
  return response;
}

/** Makes an account and signs it in on this browser; answers its handle. */
export async function enrol(
  request: APIRequestContext,
  locale: Locale = "en",
  displaying_name?: string,
): Promise<string> {
  const account = newHandle("e2e");
  const name = displaying_name === undefined ? {} : { displaying_name };
  await call(request, "POST", "/acc/regist", { account, password, locale, ...name });
  // The token of the page before belonged to a visitor.
  tokens.delete(request);
  return account;
}

export async function ask(request: APIRequestContext, account: string, ...bodies: string[]) {
  for (const body of bodies) await call(request, "POST", "/api/v2/questions", { account, body });
}

/** The unanswered questions of whoever is signed in on this browser. */
export async function received(request: APIRequestContext): Promise<ReceivedItem[]> {
  const response = await call(request, "GET", "/api/v2/me/items/received?limit=20");
  return (await response.json()).items;
}

/** Answers the question with this text; answers the id of both. */
export async function answer(request: APIRequestContext, body: string, text: string) {
  const { uuid_hash } = await receivedWith(request, body);
  await call(request, "POST", `/api/v2/questions/${uuid_hash}/answers`, { text });
  return uuid_hash;
}

export async function receivedWith(request: APIRequestContext, body: string) {
  const found = (await received(request)).find((item) => item.body === body);
  if (!found) throw new Error(`${body} did not arrive`);
  return found;
}

/** Somebody asks and `receiver`, who has this account, answers; one pair after the other. */
export async function exchange(
  asker: APIRequestContext,
  receiver: APIRequestContext,
  account: string,
  pairs: Record<string, string>,
): Promise<string[]> {
  const uuids: string[] = [];
  for (const [body, text] of Object.entries(pairs)) {
    await ask(asker, account, body);
    uuids.push(await answer(receiver, body, text));
  }
  return uuids;
}
