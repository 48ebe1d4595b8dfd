import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { login } from "@toibako/contract/accounts.ts";
import { expect, test } from "vitest";
import { openSite, password } from "#platform/testing/site.ts";

const site = await openSite();
await site.registerPerson("yui");
const visitor = site.openBrowser();

async function readReadiness() {
  const { status, data } = await visitor.sendRaw("GET", "/readyz");
  return [status, data];
}

test("a process that serves requests is ready", async () => {
  expect(await readReadiness()).toEqual([200, { ready: true }]);
});

test("a stopping process is not ready, finishes running requests and refuses new ones", async () => {
  await site.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = site.app.server.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  const arrived = once(site.app.server, "request");
  // Checking a password takes so long that the request still runs when the process is stopped.
  const running = fetch(url + login.path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-csrf-token": visitor.token },
    body: JSON.stringify({ account: "yui", password }),
  });
  await arrived;
  site.markStopping();
  expect(await readReadiness()).toEqual([503, { ready: false }]);
  expect((await visitor.sendRaw("GET", "/healthz")).status).toBe(200);
  const closed = site.app.close();
  expect((await running).status).toBe(200);
  await closed;
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});

test("a stopping process closes an open connection with its next reply", async () => {
  const stopping = await openSite();
  await stopping.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = stopping.app.server.address() as AddressInfo;
  const client = connect(port, "127.0.0.1");
  const send = async () => {
    client.write("GET /healthz HTTP/1.1\r\nHost: box.example\r\n\r\n");
    return String((await once(client, "data"))[0]);
  };
  expect(await send()).toMatch(/^HTTP\/1.1 200 [\s\S]*connection: keep-alive/i);
  stopping.markStopping();
  const ended = once(client, "end");
  expect(await send()).toMatch(/^HTTP\/1.1 200 [\s\S]*connection: close/i);
  await ended;
});
