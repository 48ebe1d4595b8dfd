import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, expect, test } from "vitest";
import type { PageSource } from "#platform/pages/pages.ts";
import { openSite } from "#platform/testing/site.ts";

let renderedPages = 0;
/** While set, rendering a page waits for this promise. */
let gate: Promise<void> | undefined;
let text = "";

const source: PageSource = {
  assets: { renderTags: () => ({ starter: "", files: "" }) },
  load: async () => ({
    getKnownAddress: (url) => url,
    isSameForVisitors: () => true,
    hasSecretAddress: () => false,
    hasCardForm: () => false,
    render: async () => {
      renderedPages += 1;
      await gate;
      const html = `<html><head></head>${text}</html>`;
      return { status: 200, html, varies_by_language: false };
    },
  }),
};

const site = await openSite({}, { pages: source });
await site.app.listen({ port: 0, host: "127.0.0.1" });
const { port } = site.app.server.address() as AddressInfo;

const clients: Socket[] = [];
afterAll(() => {
  for (const client of clients) client.destroy();
});

/** Opens a connection; returns its sockets in the client and in the server. */
async function openConnection() {
  const client = connect(port, "127.0.0.1");
  clients.push(client);
  client.on("error", () => undefined);
  const [serverSocket] = (await once(site.app.server, "connection")) as [Socket];
  return { client, serverSocket };
}

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: box.example\r\n\r\n`;

/** Reads until `count` replies have come. */
async function readReplies(client: Socket, count: number): Promise<void> {
  let received = "";
  while (received.split("HTTP/1.1 200").length <= count) {
    const [chunk] = (await once(client, "data")) as [Buffer];
    received += chunk.toString("latin1");
  }
}

test("SAFE-10 a connection may have 2 open requests at a time, and further ones after their replies", async () => {
  const { client } = await openConnection();
  for (let round = 0; round < 4; round++) {
    client.write(request("/healthz").repeat(2));
    await readReplies(client, 2);
  }
  expect(client.destroyed).toBe(false);
});

test("SAFE-10 a connection that pipelines 1,200 requests is closed, and the server handles at most 2 of its requests", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  renderedPages = 0;
  const { client, serverSocket } = await openConnection();
  client.pause();
  const paths = Array.from({ length: 1_200 }, (_, page) => request(`/ja/yui?page=${page}`));
  client.write(paths.join(""));
  await once(serverSocket, "close");
  resolve();
  gate = undefined;
  // When a later request on another connection has its reply, the earlier requests have been
  // dispatched.
  const other = await openConnection();
  other.client.write(request("/healthz"));
  await readReplies(other.client, 1);
  await expect.poll(() => renderedPages).toBeGreaterThan(0);
  expect(renderedPages).toBeLessThanOrEqual(2);
});

test("SAFE-10 a connection whose client doesn't read for 30 seconds is closed", async () => {
  // 20 MB, more than the few megabytes that the operating system buffers for the client.
  text = "long".repeat(5_000_000);
  const { client, serverSocket } = await openConnection();
  client.pause();
  client.write(request("/ja/long"));
  await once(client, "readable");
  expect(serverSocket.timeout).toBe(30_000);
  // Shortens the wait of 30 seconds.
  serverSocket.setTimeout(100);
  await once(serverSocket, "close");
  client.resume();
  await once(client, "close");
  expect(client.bytesRead).toBeLessThan(text.length);
});
