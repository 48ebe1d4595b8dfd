import { register } from "@toibako/contract/accounts.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { expect, test, vi } from "vitest";
import { openSite } from "#platform/testing/site.ts";
import { refuseAddress } from "./error-reply.ts";

const site = await openSite();
await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
const path = postQuestion.path;
const validBody = { account: "yui", body: "元気？" };

function post(body: string, headers: Record<string, string> = {}) {
  return kenta.sendRaw<{ uuid_hash: string }>("POST", path, body, headers);
}

test.each([
  "application/json",
  "application/json; charset=utf-8",
  "application/json;charset=UTF-8",
  "APPLICATION/JSON",
  "Application/Json ; Charset=utf-8",
  'application/json; profile="x"',
])("API-11 JSON sent as %j is read and validated", async (type) => {
  expect((await post(JSON.stringify(validBody), { "content-type": type })).status).toBe(201);
  const extra = await post(JSON.stringify({ ...validBody, is_admin: true }), {
    "content-type": type,
  });
  expect(extra.status).toBe(400);
});

test.each([
  "text/plain",
  "text/html",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/xml",
  "application/octet-stream",
  "application/jsonx",
  "application/ld+json",
  "application/json/x",
  "application/ json",
  "text/json",
  "json",
  "application",
  "application/json\t",
  "x",
  ";application/json",
  "text/plain; application/json",
  "application/merge-patch+json",
])(
  "API-11 an invalid body sent as %j is refused for its media type or its content",
  async (type) => {
    const wrong = await post(JSON.stringify({ ...validBody, account: 5 }), {
      "content-type": type,
    });
    expect([400, 415]).toContain(wrong.status);
    if (wrong.status === 415) expect(wrong.error?.code).toBe("wrong_media");
  },
);

test.each([
  "{",
  "[1,",
  '{"account":"yui",}',
  "{'account':'yui'}",
  "undefined",
  '{"a":1}x',
  "\u0000",
])("API-10 malformed JSON gets 400: %j", async (body) => {
  const refused = await post(body);
  expect(refused.status).toBe(400);
  expect(refused.error).toMatchObject({ code: "malformed", details: {} });
});

test.each(["null", "[]", '"text"', "5", "true"])(
  "API-10 %s is refused, because the body is not an object",
  async (body) => {
    const refused = await post(body);
    expect(refused.status).toBe(400);
    expect(refused.error?.code).toBe("malformed");
  },
);

test("API-10 a request without a body gets 400", async () => {
  const refused = await kenta.sendRaw("POST", path);
  expect(refused.error?.code).toBe("malformed");
});

test.each([
  '{"account":"yui","body":"a","__proto__":{"is_admin":true}}',
  '{"account":"yui","body":"a","constructor":{"prototype":{"is_admin":true}}}',
  '{"account":"yui","body":"a","constructor":1}',
  '{"account":"yui","body":"a","toString":1}',
  '{"account":"yui","body":"a","hasOwnProperty":1}',
  '{"account":"yui","body":"a","is_admin":true}',
  '{"account":"yui","body":"a","sender_key":"x"}',
  '{"account":"yui","body":"a","uuid_hash":"AAAAAAAAAAAAAAAAAAAAAA"}',
  '{"account":"yui","body":"a","Body":"b"}',
])("API-10 an unknown field is refused: %s", async (body) => {
  expect((await post(body)).status).toBe(400);
  expect(({} as { is_admin?: boolean }).is_admin).toBeUndefined();
});

test.each([
  ["a number", 5],
  ["null", null],
  ["a list", ["yui"]],
  ["an object", { toString: "yui" }],
  ["true", true],
])("API-10 %s is refused, because the value is not a string", async (_, account) => {
  const refused = await post(JSON.stringify({ ...validBody, account }));
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.error?.details ?? {})).toEqual(["account"]);
});

test("API-10 a NUL in a name, an id or a query gets 400 instead of 500", async () => {
  for (const url of ["/api/v1/user/%00", "/api/v1/questions/%00", "/api/v2/items/?account=a%00"]) {
    expect((await kenta.sendRaw("GET", url)).status).toBe(400);
  }
  expect((await post(JSON.stringify({ ...validBody, account: "yui\u0000" }))).status).toBe(400);
});

test("API-10 an address that can't be decoded is refused for an endpoint and redirected for a page", async () => {
  const called = await kenta.sendRaw("GET", "/api/v1/user/%E0%A4%A");
  expect([called.status, called.error?.code]).toEqual([400, "malformed"]);
  const page = await site.app.inject({ url: "/ko/%E0%A4%A?x=%" });
  expect(page.statusCode).toBe(302);
  expect(page.headers.location).toBe("/ko/%25E0%25A4%25A?x=%25");
});

test.each(["//evil.example/%E0%A4%A", "/\\evil.example/%E0%A4%A"])(
  "API-10 %s redirects to no other site",
  async (url) => {
    // Calls the function directly, because `inject` would normalise the address first.
    const reply = { redirect: vi.fn() };
    refuseAddress(
      { code: "FST_ERR_BAD_URL" } as FastifyError,
      { method: "GET", url } as FastifyRequest,
      reply as unknown as FastifyReply,
    );
    const [[location]] = reply.redirect.mock.calls as [[string]];
    expect(new URL(location, "https://here.example").host).toBe("here.example");
  },
);

test("API-11 a body that is too large gets 413", async () => {
  const refused = await post(JSON.stringify({ ...validBody, body: "あ".repeat(100_000) }));
  expect(refused.status).toBe(413);
  expect(refused.error?.code).toBe("too_large");
});

test("API-09 each field's problem is reported once, by field and as a list, in the caller's language", async () => {
  const account = "a".repeat(1_000);
  const body = { account, password: "a".repeat(10_000), locale: "ja", extra: 1 };
  const german = site.openBrowser("dt");
  const refused = await german.send(register, { body } as never);
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.error?.details ?? {}).sort()).toEqual([
    "account",
    "extra",
    "password",
  ]);
  const { messages = [], details = {} } = refused.error ?? {};
  expect(messages).toEqual([...new Set(Object.values(details).flat())]);
  expect(messages.join()).toMatch(/Zeichen/);
});

test.each([
  ["ja", "見つか"],
  ["en", "couldn't find"],
  ["zh-CN", "找"],
  ["zh-TW", "找"],
  ["ko", "찾"],
  ["dt", "gefunden"],
  ["th", "ไม่พบ"],
] as const)("API-09 SHELL-01 the message of a 404 is translated to %s", async (locale, words) => {
  const missing = await site.openBrowser(locale).sendRaw("GET", "/api/v2/nothing");
  expect(missing.status).toBe(404);
  expect(missing.error).toEqual({
    code: "not_found",
    messages: [expect.stringContaining(words)],
    details: {},
  });
});
