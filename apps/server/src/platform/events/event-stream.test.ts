import { logout } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { changeQuestion } from "@toibako/contract/inbox.ts";
import { afterEach, expect, test, vi } from "vitest";
import { createCommonHeaders } from "#platform/http/headers.ts";
import { hashToken } from "#platform/identity/secrets.ts";
import { sessionCookie } from "#platform/identity/session.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";

// Fakes only intervals: the tests advance the heartbeat by hand.
vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
const site = await openSite();
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
await site.app.listen({ port: 0, host: "127.0.0.1" });
const { port } = site.app.server.address() as { port: number };

/** Milliseconds between two heartbeats, as in event-stream.ts. */
const heartbeatInterval = 25_000;

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
  expect(sent).toBe(`retry: 3000\n\n${"event: counts\ndata: {}\n\n".repeat(3)}`);
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
  expect(sent).toBe("retry: 3000\n\nevent: counts\ndata: {}\n\n: heartbeat\n\n");
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
  expect(await readAll(ended)).toBe("retry: 3000\n\n");
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
  expect(await readAll(ended)).toBe("retry: 3000\n\n: heartbeat\n\n");
  await site.askQuestion(site.openBrowser(), "yui", "まだいる？");
  expect(await readEvents(stays, 1)).toContain("event: counts");
});

test("the stream has the headers of every reply", async () => {
  const { headers } = await openStream(yui);
  for (const [name, value] of Object.entries(createCommonHeaders(site.services.config))) {
    expect([name, headers.get(name)]).toEqual([name, value]);
  }
});
