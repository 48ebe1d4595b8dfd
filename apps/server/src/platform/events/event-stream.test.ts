import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { logout } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { changeQuestion } from "@toibako/contract/inbox.ts";
import { afterEach, expect, test, vi } from "vitest";
import { createCommonHeaders } from "#platform/http/headers.ts";
import { hashToken } from "#platform/identity/secrets.ts";
import { sessionCookie } from "#platform/identity/session.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";
import { publishCounts } from "./events.ts";

// Fakes only intervals: the tests advance the heartbeat by hand.
vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
const site = await openSite();
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
await site.app.listen({ port: 0, host: "127.0.0.1" });
const { port } = site.app.server.address() as { port: number };

/** Milliseconds between two heartbeats of a stream, as in event-stream.ts. */
const heartbeatInterval = 15_000;

let openRequests: AbortController[] = [];
afterEach(() => {
  for (const request of openRequests) request.abort();
  openRequests = [];
});

async function openStream(browser: Browser) {
  const request = new AbortController();
  openRequests.push(request);
  const cookie = [...browser.cookies].map((pair) => pair.join("=")).join("; ");
  return fetch(`http://127.0.0.1:${port}/api/v2/me/events`, {
    headers: { cookie },
    signal: request.signal,
  });
}

/** The text without the delay before reconnecting, which is random. */
const withoutRetry = (text: string) => text.replace(/^retry: [2-6]\d{3}\n\n/, "");

/** Reads until the stream has sent `count` events. */
async function readEvents(response: Response, count: number) {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.split("event: ").length > count) break;
  }
  return text;
}

/** Reads until the heartbeat that follows the first event. */
async function readUntilHeartbeat(response: Response) {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes("heartbeat")) break;
    if (text.includes("event: ")) vi.advanceTimersByTime(heartbeatInterval);
  }
  return text;
}

test("PRIV-05 asking, moving and answering a question each send an event without content", async () => {
  const stream = await openStream(yui);
  expect(stream.status).toBe(200);
  expect(stream.headers.get("content-type")).toBe("text/event-stream");
  const id = await site.askQuestion(kenta, "yui", "ひみつの質問");
  await yui.send(changeQuestion, { params: { id }, body: { status: "hidden" } });
  await yui.send(postAnswer, { params: { question_id: id }, body: { text: "ひみつの答え" } });
  const sent = await readEvents(stream, 3);
  expect(withoutRetry(sent)).toBe("event: counts\ndata: {}\n\n".repeat(3));
});

/** Reads until the first event that names what has arrived; returns the different events. */
async function readUntilArrival(response: Response) {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes("arrived")) break;
  }
  return new Set(text.match(/data: .+/g));
}

test("SET-18 PRIV-05 an event names the kind of a new notice and nothing else", async () => {
  const { jobs } = site.services;
  await jobs.drain();
  const [receiverStream, senderStream] = [await openStream(yui), await openStream(kenta)];
  const id = await site.askQuestion(kenta, "yui", "とどいた？");
  await jobs.drain();
  await yui.send(postAnswer, { params: { question_id: id }, body: { text: "とどいた" } });
  await jobs.drain();
  const question = await readUntilArrival(receiverStream);
  expect(question).toEqual(new Set(["data: {}", 'data: {"arrived":"new_question"}']));
  const answer = await readUntilArrival(senderStream);
  expect([...answer].at(-1)).toBe('data: {"arrived":"new_answer"}');
});

test("PRIV-05 PRIV-12 nobody receives the events of another account", async () => {
  const stream = await openStream(kenta);
  await site.askQuestion(site.openBrowser(), "yui", "あなたへ");
  await site.askQuestion(site.openBrowser(), "kenta", "きみへ");
  const sent = await readUntilHeartbeat(stream);
  expect(withoutRetry(sent)).toBe("event: counts\ndata: {}\n\n: heartbeat\n\n");
});

test("PRIV-05 VISIT-08 visitors have no stream", async () => {
  const visitor = site.openBrowser();
  await site.askQuestion(visitor, "yui", "だれ？");
  for (const browser of [visitor, site.openBrowser()]) {
    expect((await openStream(browser)).status).toBe(401);
  }
});

test("API-11 a ninth stream of one account gets 429 with Retry-After", async () => {
  const mei = await site.registerPerson("mei");
  for (let i = 0; i < 8; i++) expect((await openStream(mei)).status).toBe(200);
  const ninth = await openStream(mei);
  expect(ninth.status).toBe(429);
  expect(Number(ninth.headers.get("retry-after"))).toBeGreaterThan(0);
});

/** Reads until the server ends the stream. */
const readAll = (response: Response) => response.text();

// With Redis the event goes through it, as it would from another process.
test("AUTH-05 signing out ends the streams of the session that it ends, and no others", async () => {
  const otherBrowser = await site.signInAgain("yui");
  const ended = await openStream(otherBrowser);
  const stays = await openStream(yui);
  await otherBrowser.send(logout, {});
  expect(withoutRetry(await readAll(ended))).toBe("");
  await site.askQuestion(site.openBrowser(), "yui", "まだいる？");
  expect(await readEvents(stays, 1)).toContain("event: counts");
});

test("AUTH-05 a stream whose session was deleted without an event ends at the next heartbeat", async () => {
  const browser = await site.signInAgain("yui");
  const [ended, stays] = [await openStream(browser), await openStream(yui)];
  const token = browser.cookies.get(sessionCookie) ?? "";
  await site.services.database.executeSql("delete from sessions where token_hash = $1", [
    hashToken(token),
  ]);
  vi.advanceTimersByTime(heartbeatInterval);
  expect(withoutRetry(await readAll(ended))).toBe(": heartbeat\n\n");
  await site.askQuestion(site.openBrowser(), "yui", "まだいる？");
  expect(await readEvents(stays, 1)).toContain("event: counts");
});

test("SAFE-11 browsers get different delays before they reconnect", async () => {
  const delays = new Set<string>();
  for (let i = 0; i < 8; i++) {
    const { value } = (await (await openStream(kenta)).body?.getReader().read()) ?? {};
    delays.add(Buffer.from(value ?? []).toString());
  }
  expect(delays.size).toBeGreaterThan(2);
});

test("SAFE-11 a client that doesn't read is dropped before 100 KB wait for it", async () => {
  const rin = await site.registerPerson("rin");
  const cookie = `${sessionCookie}=${rin.cookies.get(sessionCookie)}`;
  const accepted = once(site.app.server, "connection");
  const client = connect(port, "127.0.0.1").pause();
  client.write(`GET /api/v2/me/events HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`);
  const [socket] = (await accepted) as [Socket];
  const { rows } = await site.services.database.executeSql(
    "select pk from users where account = 'rin'",
  );
  const [{ pk }] = rows as [{ pk: number }];
  const identity = site.services.secrets.deriveAccountIdentity(Number(pk));
  let waitingBytes = 0;
  while (!socket.destroyed) {
    for (let i = 0; i < 500; i++) publishCounts(site.services, identity, "new_question");
    waitingBytes = Math.max(waitingBytes, socket.writableLength);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(waitingBytes).toBeLessThan(100_000);
  client.destroy();
});

test("streams end one after the other within the given time", async () => {
  const responses = await Promise.all([yui, kenta, yui].map(openStream));
  let openCount = responses.length;
  const ends = responses.map(async (response) => {
    await readAll(response);
    openCount -= 1;
  });
  site.app.endEventStreams(300);
  vi.advanceTimersByTime(100);
  await Promise.race(ends);
  expect(openCount).toBe(2);
  vi.advanceTimersByTime(200);
  await Promise.all(ends);
});

test("the stream has the headers of every reply", async () => {
  const { headers } = await openStream(yui);
  for (const [name, value] of Object.entries(createCommonHeaders(site.services.config))) {
    expect([name, headers.get(name)]).toEqual([name, value]);
  }
});
