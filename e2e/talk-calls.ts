import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import type { Locale } from "@toibako/contract/locales.ts";
import { registerReceiver, sendSuccessfully } from "./calls.ts";

/** Registers an account that can write and receive messages, and signs it in on this browser; returns its handle. */
export async function registerWriter(
  request: APIRequestContext,
  locale: Locale = "en",
  displaying_name?: string,
): Promise<string> {
  const account = await registerReceiver(request, locale, displaying_name);
  await sendSuccessfully(request, "PUT", "/api/v2/users/update_message_tos_showed");
  return account;
}

/** Starts a talk of the account that is signed in on this browser; returns its id. */
export async function startTalk(request: APIRequestContext, account: string): Promise<string> {
  const reply = await sendSuccessfully(request, "POST", "/api/v2/me/talks", { talk: { account } });
  return (await reply.json()).talk.uuid;
}

/** Posts messages in a talk, one after the other. */
export async function postMessages(
  request: APIRequestContext,
  talk_uuid: string,
  ...bodies: string[]
): Promise<void> {
  for (const body of bodies) {
    const message = { talk_uuid, body, key: randomUUID() };
    await sendSuccessfully(request, "POST", "/api/v2/messages", { message });
  }
}
