import { type AddressInfo, connect } from "node:net";
import { text as readText } from "node:stream/consumers";
import { expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";
import type { PageSource } from "./pages.ts";

let renderings = 0;

const source: PageSource = {
  assets: { renderTags: () => ({ starter: "", files: "" }) },
  load: async () => ({
    getKnownAddress: (url) => url,
    isSameForVisitors: () => true,
    hasSecretAddress: () => false,
    hasCardForm: () => false,
    render: async ({ url }) => {
      renderings += 1;
      const html = `<html><head></head>${url}${"text ".repeat(2_000)}</html>`;
      return { status: 200, html, varies_by_language: false };
    },
  }),
};

const site = await openSite({}, { pages: source });
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

test("a cached page has the same reply for a browser without a cookie as for others", async () => {
  const [rendered] = await requestPages(["/ja/yui"]);
  const [cached] = await requestPages(["/ja/yui"]);
  const [withCookie] = await requestPages(["/ja/yui"], ["Cookie: other=1"]);
  expect(cached).toMatch(/^HTTP\/1.1 200 OK/);
  expect(cached).toBe(rendered);
  expect(cached).toBe(withCookie);
  expect(renderings).toBe(1);
});

test("replies to several requests on one connection come in their order, cached or not", async () => {
  await requestPages(["/ja/mina"]);
  const replies = await requestPages(["/ja/mina", "/ja/mina?page=2"]);
  expect(replies.map((reply) => /<\/head>([^t]*)/.exec(reply)?.[1])).toEqual([
    "/ja/mina",
    "/ja/mina?page=2",
  ]);
});
