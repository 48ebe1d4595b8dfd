import { login } from "@toibako/contract/accounts.ts";
import { expect, inject, onTestFinished, test } from "vitest";
import { openPool } from "#platform/database/db-pool.ts";
import { openTestDatabase } from "#platform/testing/database.ts";
import { startHangingProxy } from "#platform/testing/hanging-proxy.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { createTalkCalls, type Person } from "#platform/testing/talks.ts";

// Two processes need PostgreSQL, and a Redis that carries their events.
const isPossible = inject("template").engine === "postgres" && process.env.REDIS_URL !== undefined;

/** Opens two servers on one database, which reach Redis through a proxy that can hang. */
async function openTwoSites() {
  const proxy = await startHangingProxy(String(process.env.REDIS_URL));
  onTestFinished(proxy.close);
  let url = "";
  const opening = openTestDatabase((newUrl) => {
    url = newUrl;
    return openPool(newUrl);
  });
  const first = await openSite({ redis_url: proxy.url }, { database: opening });
  const { secret_key } = first.services.config;
  const second = await openSite({ redis_url: proxy.url, secret_key }, { database: openPool(url) });
  await second.app.listen({ port: 0, host: "127.0.0.1" });
  return { proxy, first, second };
}

type Sites = Awaited<ReturnType<typeof openTwoSites>>;

/** A talk of a starter on the first server with a receiver on the second one. */
async function createTalkAcross({ first, second }: Sites) {
  const calls = createTalkCalls(first);
  const { starter, receiver: registered, uuid } = await calls.createTalk();
  await calls.post(starter, uuid, "はじめまして");
  const receiver: Person = { account: registered.account, browser: second.openBrowser() };
  const body = { account: receiver.account, password };
  expect((await receiver.browser.send(login, { body })).status).toBe(200);
  return { ...calls, starter, receiver, uuid };
}

/** Opens the event stream of somebody on the second server; returns a function that waits for a hint. */
async function openStream({ second }: Sites, { browser }: Person) {
  const { port } = second.app.server.address() as { port: number };
  const request = new AbortController();
  onTestFinished(() => request.abort());
  const cookie = [...browser.cookies].map((pair) => pair.join("=")).join("; ");
  const response = await fetch(`http://127.0.0.1:${port}/api/v2/me/events`, {
    headers: { cookie },
    signal: request.signal,
  });
  expect(response.status).toBe(200);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  return async (uuid: string, last_change: number) => {
    const hint = `event: conversation\ndata: ${JSON.stringify({ uuid, last_change })}\n`;
    for (let text = ""; !text.includes(hint); ) text += (await reader?.read())?.value ?? "";
  };
}

test.skipIf(!isPossible)(
  "TALK-12 a message that is posted in one process is hinted in another one, and without Redis it is read by its number",
  async () => {
    const sites = await openTwoSites();
    const { starter, receiver, uuid, post, read } = await createTalkAcross(sites);
    const waitForHint = await openStream(sites, receiver);
    const posted = await post(starter, uuid, "とどいた？");
    await waitForHint(uuid, posted.data.state.last_change);
    const known = await read(receiver, uuid);
    expect(known.messages[0]?.body).toBe("とどいた？");
    // The hint reaches the other side as well.
    const starterElsewhere = { ...starter, browser: sites.second.openBrowser() };
    await starterElsewhere.browser.send(login, { body: { account: starter.account, password } });
    const waitForReply = await openStream(sites, starterElsewhere);
    const reply = await post(receiver, uuid, "とどきました");
    await waitForReply(uuid, reply.data.state.last_change);

    sites.proxy.hang();
    const unhinted = await post(starter, uuid, "Redis がなくても");
    expect(unhinted.status).toBe(201);
    const after = String(reply.data.state.last_change);
    const changed = await read(receiver, uuid, { after });
    expect(changed.messages.map(({ body }) => body)).toEqual(["Redis がなくても"]);
    expect(changed.state.last_change).toBe(unhinted.data.state.last_change);

    sites.proxy.resume();
    const later = await post(starter, uuid, "また Redis と");
    await waitForHint(uuid, later.data.state.last_change);
  },
);
