import type { APIRequestContext, APIResponse } from "@playwright/test";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import type { ReceivedItem } from "@toibako/contract/inbox.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { communityInCalls } from "./pages.ts";
import { createHandle, password } from "./people.ts";

const tokens = new WeakMap<APIRequestContext, string>();
/**
 * The language of each account. The CSRF token is read from a page in this language, because opening a page
 * stores its language as that of the account.
 */
const locales = new WeakMap<APIRequestContext, Locale>();

/** Sends a request with this browser's cookies and CSRF token; the reply may have any status. */
export async function sendRequest(
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
  const page = await (await request.get(`/${locales.get(request) ?? "en"}/fxp/terms`)).text();
  const token = page.match(/name="csrf-token" content="([^"]+)"/)?.[1] ?? "";
  tokens.set(request, token);
  return token;
}

/** Sends a request and throws unless it succeeds. */
export async function sendSuccessfully(
  request: APIRequestContext,
  method: string,
  path: string,
  data?: object,
) {
  const reply = await sendRequest(request, method, path, data);
  if (!reply.ok()) throw new Error(`${method} ${path}: ${await reply.text()}`);
  return reply;
}

/** Registers an account with an empty inbox and signs it in on this browser; returns its handle. */
export async function registerAccount(
  request: APIRequestContext,
  locale: Locale = "en",
  displaying_name?: string,
): Promise<string> {
  const account = await registerNewcomer(request, locale, displaying_name);
  // Otherwise the terms would cover the pages of messages.
  await sendSuccessfully(request, "PUT", "/api/v2/users/update_message_tos_showed");
  return account;
}

/** Registers an account that has not accepted the terms of messages. */
export async function registerNewcomer(
  request: APIRequestContext,
  locale: Locale = "en",
  displaying_name?: string,
): Promise<string> {
  const account = createHandle("e2e");
  const name = displaying_name === undefined ? {} : { displaying_name };
  await sendSuccessfully(request, "POST", "/acc/regist?mal=1", {
    account,
    password,
    locale,
    ...name,
  });
  // The CSRF token of the visitor isn't valid for the new session.
  tokens.delete(request);
  locales.set(request, locale);
  await completeOnboarding(request);
  await deleteWelcomeLetter(request);
  return account;
}

/** Returns the account that is signed in on this browser, with the fields that only its own pages get. */
export async function readCurrentUser(request: APIRequestContext): Promise<CurrentUser> {
  return (await (await request.get("/api/v2/users/me")).json()).user;
}

/** Completes the onboarding, because most journeys start after it. */
export async function completeOnboarding(request: APIRequestContext): Promise<void> {
  const path = "/api/v1/user/profiles/initial_setting";
  await sendSuccessfully(request, "PUT", path, { sign_up_complete: true });
}

/** Deletes the welcome letter, because most journeys expect only the questions that they send. */
export async function deleteWelcomeLetter(request: APIRequestContext): Promise<void> {
  const received = await request.get("/api/v2/me/items/received");
  const { items } = (await received.json()) as { items: ReceivedItem[] };
  for (const { uuid_hash } of items.filter(({ is_welcome }) => is_welcome)) {
    await sendSuccessfully(request, "PUT", `/api/v2/questions/${uuid_hash}`, { status: "hidden" });
    await sendSuccessfully(request, "DELETE", `/api/v2/me/bin/${uuid_hash}`);
  }
}

export async function sendQuestions(
  request: APIRequestContext,
  account: string,
  ...bodies: string[]
) {
  for (const body of bodies)
    await sendSuccessfully(request, "POST", "/api/v2/questions", { account, body });
}

/** Lists the newest 20 unread questions of the account that is signed in on this browser. */
export async function listReceived(request: APIRequestContext): Promise<ReceivedItem[]> {
  const reply = await sendSuccessfully(request, "GET", "/api/v2/me/items/received?limit=20");
  return (await reply.json()).items;
}

/** Answers the received question whose text is `body` with `text`; returns the question's id. */
export async function answerQuestion(request: APIRequestContext, body: string, text: string) {
  const { uuid_hash } = await findReceived(request, body);
  await sendSuccessfully(request, "POST", `/api/v2/questions/${uuid_hash}/answers`, { text });
  return uuid_hash;
}

/** Asks the community that `pages.ts` names; returns the question's id. */
export async function askCommunity(request: APIRequestContext, body: string): Promise<string> {
  const path = `/api/v2/${communityInCalls}/items`;
  return (await (await sendSuccessfully(request, "POST", path, { body })).json()).uuid_hash;
}

/** Answers a question of the community that `pages.ts` names; returns the answer's id. */
export async function answerCommunity(
  request: APIRequestContext,
  uuid: string,
  body: string,
): Promise<string> {
  const path = `/api/v2/me/${communityInCalls}/items/${uuid}/answers`;
  return (await (await sendSuccessfully(request, "POST", path, { body })).json()).answer.id;
}

export async function findReceived(request: APIRequestContext, body: string) {
  const question = (await listReceived(request)).find((item) => item.body === body);
  if (!question) throw new Error(`${body} did not arrive`);
  return question;
}

/**
 * Sends each question of `pairs` to `account` and answers it. `sender` and `receiver` are the browsers that
 * ask and answer; on that of the receiver, `account` is signed in. Returns the ids of the questions.
 */
export async function askAndAnswer(
  sender: APIRequestContext,
  receiver: APIRequestContext,
  account: string,
  pairs: Record<string, string>,
): Promise<string[]> {
  const uuids: string[] = [];
  for (const [body, text] of Object.entries(pairs)) {
    await sendQuestions(sender, account, body);
    uuids.push(await answerQuestion(receiver, body, text));
  }
  return uuids;
}

/** Saves the birthday of the account that is signed in. */
export async function saveBirthday(
  request: APIRequestContext,
  year = 1990,
  month = 2,
  day = 3,
): Promise<void> {
  const user = { birthday_year: year, birthday_month: month, birthday_day: day };
  await sendSuccessfully(request, "PUT", "/api/v1/user/profiles", { user });
}

/** Registers an adult who receives messages; returns the handle. */
export async function registerReceiver(
  request: APIRequestContext,
  locale: Locale = "en",
  name?: string,
): Promise<string> {
  const account = await registerAccount(request, locale, name);
  await saveBirthday(request);
  await sendSuccessfully(request, "PUT", "/api/v1/user", { is_receive_dm: true });
  return account;
}
