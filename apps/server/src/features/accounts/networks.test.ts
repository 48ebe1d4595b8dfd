import { tmpdir } from "node:os";
import type { Provider } from "@toibako/contract/accounts.ts";
import { afterEach, expect, test, vi } from "vitest";
import { loadConfig } from "#platform/config.ts";
import { formHosts, openNetworks } from "./networks/open.ts";

afterEach(() => vi.unstubAllGlobals());

const journey = { state: "s".repeat(43), nonce: "n".repeat(43), verifier: "v".repeat(43) };

function configured(...providers: Provider[]) {
  const keys = providers.flatMap((provider) => [
    [`OAUTH_${provider.toUpperCase()}_CLIENT_ID`, "our-id"],
    [`OAUTH_${provider.toUpperCase()}_CLIENT_SECRET`, "our-secret"],
  ]);
  return loadConfig({ DATA_DIR: tmpdir(), ...Object.fromEntries(keys) });
}

/** Answers as the network's public documentation says; whatever else is called is a fault. */
function answerAs(replies: Record<string, [type: string, body: object]>) {
  const calls: { url: URL; headers: Headers; body: string }[] = [];
  vi.stubGlobal("fetch", async (address: string | URL, init: RequestInit = {}) => {
    const url = new URL(address);
    const reply = replies[url.origin + url.pathname];
    if (!reply) throw new Error(`nobody was to call ${url.href}`);
    const body = init.body instanceof URLSearchParams ? init.body.toString() : "";
    calls.push({ url, headers: new Headers(init.headers), body });
    const [type, content] = reply;
    return new Response(JSON.stringify(content), { headers: { "content-type": type } });
  });
  return calls;
}

async function arriveBy(provider: Provider) {
  const network = openNetworks(configured(provider))[provider];
  const sent = await network?.begin(journey);
  expect(sent?.searchParams.get("redirect_uri")).toBe(
    `http://localhost:3000/auth/${provider}/callback`,
  );
  const query = new URLSearchParams({ code: "the-code", state: journey.state });
  return { sent, arrival: await network?.finish(query, journey) };
}

const json = "application/json";

test("AUTH-10 X: OAuth 2 with PKCE, and the person by a call of its own", async () => {
  const calls = answerAs({
    "https://api.x.com/2/oauth2/token": [
      json,
      { token_type: "bearer", expires_in: 7200, access_token: "a", refresh_token: "r", scope: "x" },
    ],
    "https://api.x.com/2/users/me": [
      json,
      { data: { id: "42", username: "yui", name: "Yui", profile_image_url: "https://pbs/y.jpg" } },
    ],
  });
  const { sent, arrival } = await arriveBy("twitter");
  expect(sent?.origin).toBe("https://x.com");
  expect(sent?.searchParams.get("code_challenge_method")).toBe("S256");
  expect(sent?.searchParams.get("scope")).toContain("tweet.write");
  expect(calls[0]?.headers.get("authorization")).toMatch(/^Basic /);
  expect(calls[0]?.body).toContain(`code_verifier=${journey.verifier}`);
  expect(calls[1]?.headers.get("authorization")).toBe("Bearer a");
  expect(arrival).toMatchObject({
    person: { subject: "42", nickname: "yui", name: "Yui", picture_url: "https://pbs/y.jpg" },
    tokens: { access_token: "a", refresh_token: "r" },
  });
});

test("AUTH-10 Weibo: a token as plain text and without its kind", async () => {
  const calls = answerAs({
    "https://api.weibo.com/oauth2/access_token": [
      "text/plain;charset=UTF-8",
      { access_token: "a", expires_in: 1234, uid: "1404376560" },
    ],
    "https://api.weibo.com/2/users/show.json": [
      json,
      { id: 1404376560, idstr: "1404376560", screen_name: "小雨", avatar_large: "https://w/p.jpg" },
    ],
  });
  const { arrival } = await arriveBy("weibo");
  expect(calls[0]?.body).toContain("client_secret=our-secret");
  expect(calls[1]?.url.search).toBe("?uid=1404376560&access_token=a");
  expect(arrival?.person).toMatchObject({ subject: "1404376560", nickname: "小雨" });
  expect(arrival?.tokens).toBeUndefined();
});

test("AUTH-10 Facebook and Instagram: the person by a call of their own", async () => {
  answerAs({
    "https://graph.facebook.com/v21.0/oauth/access_token": [
      json,
      { access_token: "a", token_type: "bearer", expires_in: 5_000_000 },
    ],
    "https://graph.facebook.com/v21.0/me": [
      json,
      { id: "7", name: "Mei", picture: { data: { url: "https://f/p.jpg" } } },
    ],
  });
  const facebook = await arriveBy("facebook");
  expect(facebook.arrival?.person).toEqual({
    subject: "7",
    nickname: "Mei",
    name: "Mei",
    picture_url: "https://f/p.jpg",
  });
  answerAs({
    "https://api.instagram.com/oauth/access_token": [json, { access_token: "a", user_id: 17 }],
    "https://graph.instagram.com/me": [json, { user_id: "17", username: "mei" }],
  });
  const instagram = await arriveBy("instagram");
  expect(instagram.arrival?.person).toMatchObject({ subject: "17", nickname: "mei" });
});

test("AUTH-10 a network that does not say who came lets nobody in", async () => {
  answerAs({
    "https://api.x.com/2/oauth2/token": [json, { token_type: "bearer", access_token: "a" }],
    "https://api.x.com/2/users/me": [json, { errors: [{ title: "Forbidden" }] }],
  });
  await expect(arriveBy("twitter")).rejects.toThrow("did not say who came");
});

test("AUTH-08 forms lead to configured networks and nowhere else", () => {
  expect(formHosts(configured())).toEqual([]);
  expect(formHosts(configured("google"))).toEqual(["https://accounts.google.com"]);
});
