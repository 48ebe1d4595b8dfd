import { login, register } from "@toibako/contract/accounts.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite, password } from "#platform/testing/site.ts";

// A proxy of our own stands in front, so that each test can come from networks of its own.
const site = await openSite({ limit_factor: 1, trust_proxy: ["127.0.0.1"] });
const yui = await site.person("yui");
const mei = await site.person("mei");

const visitorToken = (name: string) => site.services.secrets.visitorToken("", name);

const from = (address: string) => ({ "x-forwarded-for": address });

function ask(who: Browser, account: string, address: string) {
  const body = { account, body: "元気？" };
  return who.send(postQuestion, { body }, from(address));
}

async function received(owner: Browser) {
  return (await owner.send(listReceivedItems, {})).data.pager.total_count;
}

test("API-11 a visitor's fourth question in a minute is 429 and says when to come back", async () => {
  const visitor = site.visitor("en");
  for (const at of [1, 2, 3]) {
    expect((await ask(visitor, "mei", `198.51.100.${at}`)).status).toBe(201);
  }
  const refused = await ask(visitor, "mei", "198.51.100.4");
  expect(refused.status).toBe(429);
  expect(refused.error).toMatchObject({
    code: "too_many",
    messages: [expect.stringMatching(/wait/)],
  });
  const wait = Number(refused.headers["retry-after"]);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
});

test("API-11 who throws the cookie away is counted by network, IPv6 by its /64", async () => {
  const statuses: number[] = [];
  for (const host of ["1", "2:2", "3:3:3", "ffff"]) {
    statuses.push((await ask(site.visitor(), "mei", `2001:db8:5:5::${host}`)).status);
  }
  expect(statuses).toEqual([201, 201, 201, 429]);
  expect((await ask(site.visitor(), "mei", "2001:db8:5:6::1")).status).toBe(201);
});

test("API-11 a signed-in sender asks 30 times in a quarter of an hour, wherever they are", async () => {
  const kenta = await site.person("kenta");
  const statuses: number[] = [];
  for (let at = 0; at < 31; at++) {
    statuses.push((await ask(kenta, "mei", `203.0.113.${at}`)).status);
  }
  expect(statuses).toEqual([...Array(30).fill(201), 429]);
});

test("API-11 who makes up a visitor's cookie for each question is one sender still, and gets a real one", async () => {
  const statuses: number[] = [];
  for (let at = 0; at < 4; at++) {
    const visitor = site.visitor();
    const made_up = `${at}`.padStart(43, "x");
    visitor.cookies.set("__Host-visitor", made_up);
    statuses.push((await ask(visitor, "mei", "198.51.100.77")).status);
    const now = visitor.cookies.get("__Host-visitor");
    expect(now === made_up).toBe(statuses.at(-1) === 429);
  }
  expect(statuses).toEqual([201, 201, 201, 429]);
});

test("ASK-22 a flood from one network delivers 30 an hour to one receiver and looks like success", async () => {
  const replies: Awaited<ReturnType<typeof ask>>[] = [];
  for (let at = 0; at < 15; at++) {
    const visitor = site.visitor();
    for (const _ of [1, 2, 3]) {
      // A visitor cookie is at hand, as a flood would collect them.
      visitor.cookies.set("__Host-visitor", visitorToken(`flood ${at}`));
      replies.push(await ask(visitor, "YUI", "192.0.2.1"));
    }
  }
  expect(await received(yui)).toBe(30);
  const shapes = replies.map(({ status, location, text, headers }) => [
    status,
    location,
    text.replace(/[\w-]{22}/, "an id"),
    Object.keys(headers).sort(),
  ]);
  for (const shape of shapes) expect(shape).toEqual(shapes[0]);
  expect(new Set(replies.map(({ data }) => data.uuid_hash)).size).toBe(45);
});

test("ASK-22 the same flood neither reaches others' limits nor finds out who exists", async () => {
  const visitor = site.visitor();
  const before = await received(mei);
  expect((await ask(visitor, "mei", "192.0.2.1")).status).toBe(201);
  expect(await received(mei)).toBe(before + 1);
  expect((await ask(site.visitor(), "nobody_here", "192.0.2.2")).status).toBe(404);
});

test("API-11 likes have a limit for visitors and for the signed-in", async () => {
  const haru = await site.person("haru");
  const visitor = site.visitor();
  visitor.cookies.set("__Host-visitor", visitorToken("likes"));
  for (const who of [haru, visitor]) {
    const likes = Array.from({ length: 121 }, () =>
      who.send(toggleLike, { body: { answer_id: "x" } }),
    );
    const statuses = (await Promise.all(likes)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  }
});

test("AUTH-04 API-11 guessing passwords ends after 30 tries of one network, for right ones too", async () => {
  const body = { account: "yui", password: "a wrong guess" };
  const address = from("192.0.2.77");
  for (let at = 0; at < 30; at++) {
    expect((await site.visitor().send(login, { body }, address)).status).toBe(401);
  }
  const right = { account: "yui", password };
  expect((await site.visitor().send(login, { body: right }, address)).status).toBe(429);
  expect((await site.visitor().send(login, { body: right }, from("192.0.2.78"))).status).toBe(200);
});

test("AUTH-01 API-11 one network registers 20 accounts an hour", async () => {
  const replies: number[] = [];
  for (let at = 0; at < 21; at++) {
    const body = { account: "me", password, locale: "ja" } as const;
    replies.push((await site.visitor().send(register, { body }, from("192.0.2.99"))).status);
  }
  expect(replies.filter((status) => status === 429)).toHaveLength(1);
});

test("API-01 another site's writes use up nobody's limit", async () => {
  const visitor = site.visitor();
  const body = { account: "mei", body: "本物" };
  for (let at = 0; at < 5; at++) {
    const foreign = { ...from("192.0.2.55"), origin: "https://evil.example" };
    expect((await visitor.send(postQuestion, { body }, foreign)).status).toBe(403);
  }
  expect((await ask(visitor, "mei", "192.0.2.55")).status).toBe(201);
});
