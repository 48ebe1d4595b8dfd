import { connect } from "node:net";
import { text as readText } from "node:stream/consumers";
import { visitorHintCookie } from "@toibako/contract/accounts.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import { afterEach, expect, test, vi } from "vitest";
import { openSite } from "#platform/testing/site.ts";
import { maxRunning, maxWaiting, type PageSource, type Renderer } from "./pages.ts";

/** Makes pages long enough to be compressed. */
const padding = " ".repeat(1_000);

/** What the stand-in for the web application was asked to render. */
let rendered: Parameters<Renderer["render"]>[0][] = [];
let result: Partial<Awaited<ReturnType<Renderer["render"]>>> = {};
/** While set, rendering a page waits for this promise. */
let gate: Promise<void> | undefined;

const source: PageSource = {
  assets: { renderTags: () => ({ starter: "", files: "" }) },
  load: async () => ({
    // Knows the parameter "page" only; which parameters real routes know is tested with the router.
    getKnownAddress: (url) => {
      const [path = "", query] = url.replace(/#.*/, "").split("?");
      const page = new URLSearchParams(query).get("page");
      return page === null ? path : `${path}?page=${page}`;
    },
    isSameForVisitors: (address) => !address.includes("/not_login_user"),
    hasSecretAddress: () => false,
    hasCardForm: () => false,
    render: async (request) => {
      rendered.push(request);
      await gate;
      if (request.url.includes("nobody")) {
        const replacement_address = `/${request.preferred_locale}/unknown/address`;
        return { status: 404, html: "", replacement_address, varies_by_language: false };
      }
      if (request.url.endsWith("/unknown/address")) result = { status: 404 };
      const user = await request.transport(getUser, { params: { id: "yui" } });
      const html = `<html><head></head>${request.url} ${JSON.stringify(user.data)}${padding}</html>`;
      return { status: user.status, html, varies_by_language: false, ...result };
    },
  }),
};

const site = await openSite({ public_url: "https://box.example" }, { pages: source });
const visitor = site.openBrowser();
const yui = await site.registerPerson("yui");

afterEach(() => {
  rendered = [];
  result = {};
  gate = undefined;
});

const open = (url: string, headers: Record<string, string | undefined> = {}) =>
  visitor.sendRaw("GET", url, undefined, {
    accept: "text/html",
    "x-locale": undefined,
    ...headers,
  });

test("SAFE-10 an address with unknown parameters gets the cached page of the address without them", async () => {
  for (let i = 0; i < 200; i++) {
    const { status, text } = await open(`/ja/yui?canary${i}=${"canary".repeat(200)}&page=2`);
    expect(status).toBe(200);
    expect(text).not.toContain("canary");
  }
  expect(rendered.map(({ url }) => url)).toEqual(["/ja/yui?page=2"]);
  await open("/ja/yui?page=3");
  expect(rendered).toHaveLength(2);
});

test("SAFE-10 SHELL-01 X-Locale doesn't change the page that others get at a path", async () => {
  const poisoned = await open("/ja/yui", { "x-locale": "en" });
  const { text } = await open("/ja/yui");
  expect(rendered).toHaveLength(1);
  expect(text).toBe(poisoned.text);
  await open("/ja/yui?notice=social_failed", { "x-locale": "en" });
  expect(rendered[1]?.message?.text).toMatch(/[ぁ-ん]/);
  await open("/adm", { "x-locale": "en", "accept-language": "ko" });
  expect(rendered[2]?.preferred_locale).toBe("ko");
});

test("SAFE-16 an address below /embed that the route of embedded answers refuses gets a page", async () => {
  const { status } = await open(`/embed/ja/${"x".repeat(300)}`);
  expect(status).toBe(200);
  expect(rendered).toHaveLength(1);
});

test("a known message is part of the page's cache key, an unknown one is not", async () => {
  await open("/en/yui?notice=social_failed");
  await open("/en/yui?notice=nonsense");
  await open("/en/yui");
  expect(rendered.map(({ message }) => message?.type)).toEqual(["error", undefined]);
});

test("a client that refuses brotli by q=0 doesn't get brotli from the cache", async () => {
  const br = await open("/ja/yui", { "accept-encoding": "gzip, br" });
  const refused = await open("/ja/yui", { "accept-encoding": "br;q=0" });
  const gzip = await open("/ja/yui", { "accept-encoding": "br;q=0, gzip" });
  const encodings = [br, refused, gzip].map(({ headers }) => headers["content-encoding"]);
  expect(encodings).toEqual(["br", undefined, "gzip"]);
  expect(br.headers["cache-control"]).toBe(
    "public, max-age=0, s-maxage=60, stale-while-revalidate=300, stale-if-error=3600",
  );
});

test("SAFE-10 unknown addresses share one page per locale and encoding", async () => {
  const texts = new Set<string>();
  for (const encoding of ["br", undefined]) {
    for (const address of ["/ja/nobody1", "/ja/nobody2?page=2", "/a-nobody/3", "/ja/nobody1"]) {
      const { status, headers, text } = await open(address, { "accept-encoding": encoding });
      expect([status, headers["content-encoding"]]).toEqual([404, encoding]);
      // Without stale-while-revalidate, so that a page that was missing appears within a minute.
      expect(headers["cache-control"]).toBe("public, max-age=0, s-maxage=60");
      expect(headers.vary).toBe("Cookie, Accept-Encoding, Accept-Language");
      if (encoding === undefined) texts.add(text);
    }
  }
  expect(texts.size).toBe(1);
  const listNotFoundRenders = () => rendered.filter(({ url }) => url.endsWith("/unknown/address"));
  expect(listNotFoundRenders()).toHaveLength(2);
  await open("/a-nobody/4", { "accept-language": "ko" });
  expect(listNotFoundRenders().map(({ url }) => url)[2]).toBe("/ko/unknown/address");
});

test("SAFE-10 an account gets a page of its own at an unknown address", async () => {
  const cookie = `__Host-session=${yui.cookies.get("__Host-session")}`;
  for (const address of ["/ja/nobody1", "/ja/nobody2"]) {
    const { status, headers } = await open(address, { cookie });
    expect([status, headers["cache-control"]]).toEqual([404, "private, no-store"]);
  }
  expect(rendered.map(({ url }) => url)).toEqual([
    "/ja/nobody1",
    "/ja/unknown/address",
    "/ja/nobody2",
    "/ja/unknown/address",
  ]);
});

const { secrets } = site.services;
const visitorToken = secrets.createVisitorToken("192.0.2.1", undefined, new Date());

const sessionCookie = `__Host-session=${yui.cookies.get("__Host-session")}`;
const visitorCookie = `__Host-visitor=${visitorToken}; ${visitorHintCookie}=1`;

test.each([
  ["an account", "/ja/yui", sessionCookie],
  ["a visitor, which shows what is the visitor's own,", "/ja/not_login_user", visitorCookie],
])("a page for %s is compressed and not cached", async (_, address, cookie) => {
  const first = await open(address, { cookie, "accept-encoding": "br" });
  await open(address, { cookie, "accept-encoding": "br" });
  expect(rendered).toHaveLength(2);
  expect(first.headers["content-encoding"]).toBe("br");
  expect(first.headers["cache-control"]).toBe("private, no-store");
});

test("a visitor with a cookie gets the cached page of visitors without one", async () => {
  const shared = await open("/ja/yui?page=7");
  const pageOfVisitor = await open("/ja/yui?page=7", { cookie: visitorCookie });
  expect(rendered).toHaveLength(1);
  expect(pageOfVisitor.text).toBe(shared.text);
  expect(pageOfVisitor.headers).toEqual(shared.headers);
});

test("a cached page has the same text and headers for requests without and with a cookie", async () => {
  await open("/ja/yui?page=12", { "accept-encoding": "br" });
  const [withoutCookie, withCookie] = await Promise.all(
    [undefined, "other=1"].map((cookie) =>
      open("/ja/yui?page=12", { cookie, "accept-encoding": "br" }),
    ),
  );
  expect(rendered).toHaveLength(1);
  expect(withoutCookie?.headers["content-encoding"]).toBe("br");
  expect(Object.entries(withoutCookie?.headers ?? {})).toEqual(
    Object.entries(withCookie?.headers ?? {}),
  );
  expect(withoutCookie?.text).toBe(withCookie?.text);
});

test("a client that doesn't accept HTML, and a write, don't get the cached page", async () => {
  await open("/ja/yui?page=13");
  const data = await open("/ja/yui?page=13", { accept: "application/json" });
  expect([data.status, data.headers["content-type"]]).toEqual([404, expect.stringMatching(/json/)]);
  expect((await visitor.sendRaw("POST", "/ja/yui?page=13")).status).toBe(404);
});

test("a request target with the fragment `#social_failed` doesn't get the cached page with that message", async () => {
  await open("/en/yui?page=14&notice=social_failed");
  const reply = await sendGet("/en/yui?page=14#social_failed");
  expect(reply).toMatch(/^HTTP\/1.1 200 /);
  expect(rendered.map(({ message }) => message?.type)).toEqual(["error", undefined]);
});

test("a visitor whose cookie is of an earlier release gets an uncached page with the visitor hint cookie", async () => {
  const { headers } = await open("/ja/yui", { cookie: `__Host-visitor=${visitorToken}` });
  expect(headers["cache-control"]).toBe("private, no-store");
  expect(headers["set-cookie"]).toMatch(/^__Host-is-visitor=1; .*Secure/);
  expect(headers["set-cookie"]).not.toMatch(/HttpOnly/);
});

test("two pages for one session contain different tokens, of which each is accepted", async () => {
  await open("/ja/yui", { cookie: sessionCookie });
  await open("/ja/yui", { cookie: sessionCookie });
  const tokens = rendered.map(({ csrf_token }) => csrf_token);
  expect(new Set(tokens).size).toBe(2);
  for (const token of tokens) {
    expect(token).toHaveLength(43);
    expect(token).not.toContain(yui.token);
    const asked = await yui.send(
      postQuestion,
      { body: { account: "yui", body: "a" } },
      { "x-csrf-token": token },
    );
    expect(asked.status).toBe(201);
  }
});

test.each([
  "__Host-visitor=x",
  `__Host-visitor=${"A".repeat(visitorToken.length)}`,
  "__Host-session=x",
  `__Host-session=${"A".repeat(43)}`,
])("SAFE-10 the forged cookie %s gets the cached page", async (cookie) => {
  const first = await open("/ja/yui?page=4");
  rendered = [];
  const { status, text, headers } = await open("/ja/yui?page=4", { cookie });
  expect([status, text]).toEqual([200, first.text]);
  expect(rendered).toEqual([]);
  expect(headers.vary).toContain("Cookie");
});

test("SAFE-10 beyond the limit of renderings, pages get 503 with Retry-After at once", async () => {
  const { promise, resolve: openGate } = Promise.withResolvers<void>();
  gate = promise;
  const accepted = maxRunning + maxWaiting;
  const refused: Awaited<ReturnType<typeof open>>[] = [];
  const requests = Array.from({ length: accepted + 2 }, async (_, index) => {
    const reply = await open(`/en/yui?page=${100 + index}`);
    if (reply.status !== 200) refused.push(reply);
  });
  await vi.waitFor(() => expect(refused).toHaveLength(2));
  expect(rendered).toHaveLength(maxRunning);
  for (const { status, headers, text } of refused) {
    expect([status, headers["retry-after"], headers["cache-control"]]).toEqual([
      503,
      "1",
      "no-store",
    ]);
    expect(text).toContain('<html lang="en">');
  }
  openGate();
  await Promise.all(requests);
  expect([refused.length, rendered.length]).toEqual([2, accepted]);
});

test("SAFE-10 a network that requests many pages doesn't delay the pages of other networks", async () => {
  const { promise, resolve: openGate } = Promise.withResolvers<void>();
  gate = promise;
  const read = (page: number, remoteAddress: string) =>
    site.app.inject({ url: `/en/yui?page=${page}`, remoteAddress });
  const statuses: number[] = [];
  const flood = Array.from({ length: maxRunning + maxWaiting }, async (_, index) => {
    // Each request comes from another network of the same subscriber.
    const { statusCode } = await read(1_000 + index, `2001:db8:0:${index}::1`);
    statuses.push(statusCode);
  });
  await vi.waitFor(() => expect(rendered).toHaveLength(maxRunning));
  const other = read(2_000, "192.0.2.7");
  await vi.waitFor(() => expect(statuses).toEqual([503]));
  openGate();
  expect((await other).statusCode).toBe(200);
  await Promise.all(flood);
  expect(statuses.filter((status) => status === 503)).toHaveLength(1);
});

test("SAFE-11 API-11 pages get 503 with Retry-After while the database is unreachable", async () => {
  const lost = Object.assign(new Error("Connection terminated"), { code: "57P01" });
  vi.spyOn(site.services.db, "query").mockRejectedValue(lost);
  const session = "A".repeat(43);
  for (const cookie of [undefined, `__Host-session=${session}`]) {
    const { status, headers, text } = await open("/ja/yui?page=9", { cookie });
    expect(status).toBe(503);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect(headers["cache-control"]).toMatch(/no-store/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(text).toContain("<html");
  }
});

test("API-18 a page whose rendering throws gets 500 and a page without details of the error", async () => {
  vi.spyOn(source, "load").mockRejectedValue(new TypeError("canary in here"));
  const { status, headers, text } = await open("/en/yui");
  expect([status, headers["content-type"]]).toEqual([500, "text/html; charset=utf-8"]);
  expect(text).toContain('<html lang="en">');
  expect(text).not.toContain("canary");
  expect(headers["retry-after"]).toBeUndefined();
});

test.each(["//evil.example", "https://evil.example/", "/\\evil.example"])(
  "a page never redirects to %s",
  async (redirect) => {
    result = { status: 302, html: "", redirect };
    expect((await open("/th/yui")).location).toBe("/");
  },
);

test("a path of more than 1,000 characters is not rendered", async () => {
  expect((await open(`/ja/${"x".repeat(1_000)}`)).status).toBe(404);
  expect(rendered).toEqual([]);
});

await site.app.listen({ port: 0, host: "127.0.0.1" });
const { port } = site.app.server.address() as { port: number };

/** Sends bytes as they are and reads the whole reply. */
async function sendBytes(bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(bytes);
  return readText(socket);
}

const sendGet = (target: string) =>
  sendBytes(
    `GET ${target} HTTP/1.1\r\nHost: box.example\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
  );

test.each([
  "http://evil.example/ja/yui",
  "http://evil.example",
  "http://evil.example//ja",
  "http://evil.example/%zz",
  "http://evil.example/api/docs",
  "//evil.example",
  "//evil.example/%zz",
  "//evil.example/..",
  "/\\evil.example/%zz",
  "/ja//evil.example",
  "///api/docs",
  "http:evil.example/%zz",
])("no reply to the request target %s names another host", async (target) => {
  const reply = await sendGet(target);
  expect(reply).toMatch(/^HTTP\/1.1 \d{3} /);
  const location = reply.match(/^location: (.*)$/im)?.[1] ?? "/";
  expect(new URL(location, "https://box.example").origin).toBe("https://box.example");
  expect(reply).not.toMatch(/(?<![a-z])\/\/evil\.example/i);
});

const common = [
  "x-content-type-options: nosniff",
  "referrer-policy: strict-origin-when-cross-origin",
  "x-frame-options: DENY",
  "strict-transport-security: max-age=31536000",
];

test.each([
  ["a page", () => sendGet("/ja/yui"), 200],
  ["a redirect by language", () => sendGet("/"), 302],
  ["a redirect of an undecodable address", () => sendGet("/ja/%zz"), 302],
  ["an unknown call", () => sendGet("/api/v2/nothing"), 404],
  ["a refused call", () => sendGet("/api/v2/me/events"), 401],
  ["bytes that are no request", () => sendBytes("nonsense\r\n\r\n"), 400],
  ["headers that are too large", () => sendGet(`/${"x".repeat(20_000)}`), 431],
])("%s carries the common headers, and HSTS behind HTTPS", async (_, send, status) => {
  const reply = await send();
  expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  for (const header of common) expect(reply.toLowerCase()).toContain(header.toLowerCase());
});
