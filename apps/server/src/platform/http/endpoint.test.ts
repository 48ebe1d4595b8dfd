import { createHmac } from "node:crypto";
import { defineEndpoint } from "@toibako/contract/endpoint.ts";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { isSameText } from "#platform/identity/secrets.ts";
import { openSite } from "#platform/testing/site.ts";
import { implement, implementWebhook } from "./endpoint.ts";

// Endpoints that only these tests define.
const postWebhook = defineEndpoint({
  name: "postWebhook",
  summary: "A notification of another server",
  method: "POST",
  path: "/api/v2/webhooks/test",
  caller: "anyone",
  signed_body: { header: "X-Signature", max_bytes: 1_000 },
  response: { 204: Type.Null() },
  errors: ["forbidden"],
  limits: [{ key: "address", max: 5, seconds: 60, on_store_error: "refuse" }],
});

const postMessage = defineEndpoint({
  name: "postMessage",
  summary: "A message in a conversation",
  method: "POST",
  path: "/api/v2/conversations/:conversation_id/messages",
  caller: "user",
  params: Type.Object({ conversation_id: Type.String({ maxLength: 10 }) }),
  body: Type.Object({ topic: Type.String() }),
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "bad_token", "foreign_origin"],
  limits: [
    { key: "user", by: "topic", max: 3, seconds: 60, on_store_error: "refuse" },
    { key: "everyone", by: "conversation_id", max: 5, seconds: 60, on_store_error: "refuse" },
  ],
});

const received: string[] = [];
const sign = (text: string | Buffer) => createHmac("sha256", "shared").update(text).digest("hex");
const site = await openSite(
  { limit_factor: 1 },
  {
    routes: [
      implementWebhook(
        postWebhook,
        (bytes, signature) => isSameText(sign(bytes), signature),
        async (bytes) => {
          received.push(bytes.toString());
          return {};
        },
      ),
      implement(postMessage, async () => ({})),
    ],
  },
);

let addresses = 0;
/** Calls the webhook as another server does: without cookies, CSRF token and origin of this site. */
function callWebhook(body: string | Buffer, headers: Record<string, string>, ip?: string) {
  addresses += 1;
  return site.app.inject({
    method: "POST",
    url: postWebhook.path,
    payload: body,
    headers,
    remoteAddress: ip ?? `192.0.2.${addresses}`,
  });
}

test("a webhook reads bytes of any type and is called by their signature alone", async () => {
  const body = '{ "a":1 ,"a": 2}';
  for (const type of ["application/json", "application/x-www-form-urlencoded", "text/plain"]) {
    const headers = {
      "content-type": type,
      "x-signature": sign(body),
      origin: "https://provider.example",
      "sec-fetch-site": "cross-site",
    };
    expect((await callWebhook(body, headers)).statusCode).toBe(204);
  }
  expect(received).toEqual([body, body, body]);
});

test("a webhook refuses a missing or wrong signature, a changed byte and a body that is too long", async () => {
  const before = received.length;
  const body = "amount=100";
  const headers = { "content-type": "text/plain", "x-signature": sign(body) };
  expect((await callWebhook("amount=101", headers)).statusCode).toBe(403);
  expect((await callWebhook(body, { ...headers, "x-signature": "" })).statusCode).toBe(403);
  expect((await callWebhook(body, { "content-type": "text/plain" })).statusCode).toBe(403);
  const long = "x".repeat(1_001);
  const signed = { ...headers, "x-signature": sign(long) };
  expect((await callWebhook(long, signed)).statusCode).toBe(413);
  expect(received).toHaveLength(before);
});

test("a webhook has limits of its own", async () => {
  const headers = { "content-type": "text/plain", "x-signature": sign("a") };
  const statuses: number[] = [];
  for (let call = 0; call < 6; call++)
    statuses.push((await callWebhook("a", headers, "198.51.100.1")).statusCode);
  expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
});

test("a limit by a field of the path or the body counts each of its values separately", async () => {
  const yui = await site.registerPerson("yui");
  const mei = await site.registerPerson("mei");
  const post = async (person: typeof yui, conversation_id: string, topic: string) =>
    (await person.send(postMessage, { params: { conversation_id }, body: { topic } })).status;
  expect([await post(yui, "a", "tea"), await post(yui, "a", "tea")]).toEqual([204, 204]);
  expect([await post(yui, "a", "tea"), await post(yui, "a", "tea")]).toEqual([204, 429]);
  // Another topic, another person and another conversation have counters of their own.
  expect([await post(yui, "a", "rain"), await post(mei, "a", "tea")]).toEqual([204, 204]);
  expect([await post(mei, "a", "rain"), await post(mei, "b", "rain")]).toEqual([429, 204]);
  // A call that isn't valid isn't counted.
  for (let call = 0; call < 6; call++) expect(await post(mei, "x".repeat(11), "sun")).toBe(404);
  expect(await post(mei, "c", "sun")).toBe(204);
});
