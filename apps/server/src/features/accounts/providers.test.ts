import { tmpdir } from "node:os";
import type { Provider } from "@toibako/contract/accounts.ts";
import { afterEach, expect, test, vi } from "vitest";
import { loadConfig } from "#platform/config.ts";
import { createProviderClients, listFormHosts } from "./providers/client.ts";

afterEach(() => vi.unstubAllGlobals());

const request = { state: "s".repeat(43), nonce: "n".repeat(43), verifier: "v".repeat(43) };

function createConfigWith(...providers: Provider[]) {
  const keys = providers.flatMap((provider) => [
    [`OAUTH_${provider.toUpperCase()}_CLIENT_ID`, "our-id"],
    [`OAUTH_${provider.toUpperCase()}_CLIENT_SECRET`, "our-secret"],
  ]);
  return loadConfig({ DATA_DIR: tmpdir(), ...Object.fromEntries(keys) });
}

/** Replaces `fetch` with the documented replies of a provider; any other address is an error. */
function stubProvider(replies: Record<string, [type: string, body: object]>) {
  const calls: { url: URL; headers: Headers; body: string }[] = [];
  vi.stubGlobal("fetch", async (address: string | URL, init: RequestInit = {}) => {
    const url = new URL(address);
    const reply = replies[url.origin + url.pathname];
    if (!reply) throw new Error(`unexpected call of ${url.href}`);
    const body = init.body instanceof URLSearchParams ? init.body.toString() : "";
    calls.push({ url, headers: new Headers(init.headers), body });
    const [type, content] = reply;
    return new Response(JSON.stringify(content), { headers: { "content-type": type } });
  });
  return calls;
}

/** Builds the address that starts an authorization, and exchanges a code as if the person had returned. */
async function authorize(provider: Provider) {
  const client = createProviderClients(createConfigWith(provider))[provider];
  const sent = await client?.buildAuthorizationUrl(request);
  expect(sent?.searchParams.get("redirect_uri")).toBe(
    `http://localhost:3000/auth/${provider}/callback`,
  );
  const query = new URLSearchParams({ code: "the-code", state: request.state });
  return { sent, result: await client?.exchangeCode(query, request) };
}

const json = "application/json";

test("AUTH-10 X uses OAuth 2 with PKCE and a separate request for the person", async () => {
  const calls = stubProvider({
    "https://api.x.com/2/oauth2/token": [
      json,
      { token_type: "bearer", expires_in: 7200, access_token: "a", refresh_token: "r", scope: "x" },
    ],
    "https://api.x.com/2/users/me": [
      json,
      { data: { id: "42", username: "yui", name: "Yui", profile_image_url: "https://pbs/y.jpg" } },
    ],
  });
  const { sent, result } = await authorize("twitter");
  expect(sent?.origin).toBe("https://x.com");
  expect(sent?.searchParams.get("code_challenge_method")).toBe("S256");
  expect(sent?.searchParams.get("scope")).toContain("tweet.write");
  expect(calls[0]?.headers.get("authorization")).toMatch(/^Basic /);
  expect(calls[0]?.body).toContain(`code_verifier=${request.verifier}`);
  expect(calls[1]?.headers.get("authorization")).toBe("Bearer a");
  expect(result).toMatchObject({
    person: { subject: "42", nickname: "yui", name: "Yui", picture_url: "https://pbs/y.jpg" },
    tokens: { access_token: "a", refresh_token: "r" },
  });
});

test("AUTH-10 a token reply of Weibo is accepted as plain text and without token_type", async () => {
  const calls = stubProvider({
    "https://api.weibo.com/oauth2/access_token": [
      "text/plain;charset=UTF-8",
      { access_token: "a", expires_in: 1234, uid: "1404376560" },
    ],
    "https://api.weibo.com/2/users/show.json": [
      json,
      { id: 1404376560, idstr: "1404376560", screen_name: "小雨", avatar_large: "https://w/p.jpg" },
    ],
  });
  const { result } = await authorize("weibo");
  expect(calls[0]?.body).toContain("client_secret=our-secret");
  expect(calls[1]?.url.search).toBe("?uid=1404376560&access_token=a");
  expect(result?.person).toMatchObject({ subject: "1404376560", nickname: "小雨" });
  expect(result?.tokens).toBeUndefined();
});

test("AUTH-10 Facebook and Instagram need a separate request for the person", async () => {
  stubProvider({
    "https://graph.facebook.com/v21.0/oauth/access_token": [
      json,
      { access_token: "a", token_type: "bearer", expires_in: 5_000_000 },
    ],
    "https://graph.facebook.com/v21.0/me": [
      json,
      { id: "7", name: "Mei", picture: { data: { url: "https://f/p.jpg" } } },
    ],
  });
  const facebook = await authorize("facebook");
  expect(facebook.result?.person).toEqual({
    subject: "7",
    nickname: "Mei",
    name: "Mei",
    picture_url: "https://f/p.jpg",
  });
  stubProvider({
    "https://api.instagram.com/oauth/access_token": [json, { access_token: "a", user_id: 17 }],
    "https://graph.instagram.com/me": [json, { user_id: "17", username: "mei" }],
  });
  const instagram = await authorize("instagram");
  expect(instagram.result?.person).toMatchObject({ subject: "17", nickname: "mei" });
});

test("AUTH-10 a provider's reply without a person is rejected", async () => {
  stubProvider({
    "https://api.x.com/2/oauth2/token": [json, { token_type: "bearer", access_token: "a" }],
    "https://api.x.com/2/users/me": [json, { errors: [{ title: "Forbidden" }] }],
  });
  await expect(authorize("twitter")).rejects.toThrow("did not identify the person");
});

test("AUTH-10 AUTH-11 a number too large for JavaScript is not accepted as the id of a person", async () => {
  stubProvider({
    "https://graph.facebook.com/v21.0/oauth/access_token": [json, { access_token: "a" }],
    "https://graph.facebook.com/v21.0/me": [json, { id: 2 ** 53, name: "Mei" }],
  });
  await expect(authorize("facebook")).rejects.toThrow("did not identify the person");
});

test("AUTH-08 forms may redirect only to configured providers", () => {
  expect(listFormHosts(createConfigWith())).toEqual([]);
  expect(listFormHosts(createConfigWith("google"))).toEqual(["https://accounts.google.com"]);
});
