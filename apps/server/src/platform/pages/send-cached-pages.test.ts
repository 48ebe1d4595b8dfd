import { type AddressInfo, connect } from "node:net";
import { text as readText } from "node:stream/consumers";
import { expect, test } from "vitest";
import { findFreePort } from "#platform/testing/ports.ts";
import { openSite } from "#platform/testing/site.ts";
import type { PageSource } from "./pages.ts";

const source: PageSource = {
  assets: { renderTags: () => ({ starter: "", files: "" }) },
  load: async () => ({
    getKnownAddress: (url) => url,
    isSameForVisitors: () => true,
    hasSecretAddress: () => false,
    render: async ({ url }) => {
      const html = `<html><head></head>${url}${"text ".repeat(2_000)}</html>`;
      return { status: 200, html, varies_by_language: false };
    },
  }),
};

const metrics_port = await findFreePort();
const site = await openSite({ metrics_port }, { pages: source });
await site.app.listen({ port: 0, host: "127.0.0.1" });
const { port } = site.app.server.address() as AddressInfo;

/** Sends GET requests for pages at once, on one connection; returns the replies without their dates. */
async function requestPages(paths: readonly string[], headers: readonly string[] = []) {
  const client = connect(port, "127.0.0.1");
  const requests = paths.map((path, index) => {
    const isLast = index === paths.length - 1;
    const closing = isLast ? ["Connection: close"] : [];
    return [`GET ${path} HTTP/1.1`, "Host: a", "Accept: text/html", ...headers, ...closing, "", ""];
  });
  client.write(requests.flat().join("\r\n"));
  const text = await readText(client);
  return text.replaceAll(/^Date: .*\r\n/gm, "").split(/(?=HTTP\/1\.1 )/);
}

/** How many pages were sent before routing. */
async function countSentEarly(): Promise<number> {
  const reply = await fetch(`http://127.0.0.1:${metrics_port}/metrics`);
  return Number(/^toibako_cached_pages_total (\d+)$/m.exec(await reply.text())?.[1]);
}

test("a cached page is sent before routing, with the same reply as after routing", async () => {
  const [first] = await requestPages(["/ja/yui"]);
  expect(await countSentEarly()).toBe(0);
  const [early] = await requestPages(["/ja/yui"]);
  expect(await countSentEarly()).toBe(1);
  const [routed] = await requestPages(["/ja/yui"], ["Cookie: other=1"]);
  expect(await countSentEarly()).toBe(1);
  expect(early).toMatch(/^HTTP\/1.1 200 OK/);
  expect(early).toBe(routed);
  expect(early).toBe(first);
});

test("replies to several requests on one connection come in their order, cached or not", async () => {
  await requestPages(["/ja/mina"]);
  const replies = await requestPages(["/ja/mina", "/ja/mina?page=2"]);
  expect(replies.map((reply) => /<\/head>([^t]*)/.exec(reply)?.[1])).toEqual([
    "/ja/mina",
    "/ja/mina?page=2",
  ]);
});

test("a stopping process sends no page before routing, so that its connections are closed", async () => {
  const sentBefore = await countSentEarly();
  site.markStopping();
  const client = connect(port, "127.0.0.1");
  client.write("GET /ja/yui HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\n\r\n");
  // Ends only because the server closes the connection.
  expect(await readText(client)).toMatch(/^connection: close\r$/im);
  expect(await countSentEarly()).toBe(sentBefore);
});
