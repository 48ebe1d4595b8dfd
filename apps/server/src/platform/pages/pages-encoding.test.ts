import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { chooseCachedEncoding, choosePersonalEncoding, encodePage } from "./pages-encoding.ts";

test.each([
  [undefined, "identity"],
  ["", "identity"],
  ["br", "br"],
  ["gzip, deflate, br, zstd", "br"],
  ["GZIP", "gzip"],
  ["br;q=0", "identity"],
  ["br;q=0, gzip", "gzip"],
  ["br; q=0.0, gzip; q=0", "identity"],
  ["gzip;q=1.0, br;q=0.5", "gzip"],
  ["*", "br"],
  ["zstd, deflate", "identity"],
  ["xbr, gzipped", "identity"],
] as const)("a client that accepts %j gets %s", (header, encoding) => {
  expect(chooseCachedEncoding(header)).toBe(encoding);
});

test.each([
  ["gzip, deflate, br, zstd", "zstd"],
  ["gzip, br", "br"],
  ["gzip", "gzip"],
  ["zstd;q=0, deflate", "identity"],
] as const)("a personal page for a client that accepts %j is sent as %s", (header, encoding) => {
  expect(choosePersonalEncoding(header)).toBe(encoding);
});

test("a personal page decodes to its HTML in every encoding", async () => {
  const html = "<p>ことば</p>".repeat(3_000);
  const decode = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };
  for (const encoding of ["zstd", "br", "gzip"] as const) {
    const page = { status: 200, headers: {}, html };
    const { body, headers } = await encodePage(page, encoding, false);
    expect(headers).toEqual({ "Content-Encoding": encoding });
    expect(decode[encoding](body).toString()).toBe(html);
  }
});

test("a personal page of less than 1,000 characters is sent uncompressed", async () => {
  for (const html of ["", "a".repeat(999)]) {
    const page = await encodePage({ status: 302, headers: {}, html }, "br", false);
    const body = Buffer.from(html);
    expect(page).toEqual({ status: 302, headers: {}, body, htmlBytes: html.length });
  }
  const longer = { status: 200, headers: {}, html: "a".repeat(1_000) };
  expect((await encodePage(longer, "br", false)).body.length).toBeLessThan(100);
});

test("SAFE-10 an encoded page holds no more memory than its bytes", async () => {
  const html = "<p>ことば</p>".repeat(3_000);
  const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };
  for (const encoding of ["br", "gzip", "identity"] as const) {
    const { body, htmlBytes } = await encodePage({ status: 200, headers: {}, html }, encoding);
    expect(body.buffer.byteLength).toBe(body.length);
    expect(decode[encoding](body).toString()).toBe(html);
    expect(htmlBytes).toBe(Buffer.byteLength(html));
  }
});

test("the contents of personal pages that are encoded one after the other don't mix, whatever their sizes", async () => {
  const texts = ["a", "ことば", "🎈"].flatMap((text) => [text.repeat(2_000), text.repeat(100_000)]);
  const pages = await Promise.all(
    texts.map((html) => encodePage({ status: 200, headers: {}, html }, "gzip", false)),
  );
  expect(pages.map(({ body }) => gunzipSync(body).toString())).toEqual(texts);
  expect(pages.map(({ htmlBytes }) => htmlBytes)).toEqual(
    texts.map((text) => Buffer.byteLength(text)),
  );
});
