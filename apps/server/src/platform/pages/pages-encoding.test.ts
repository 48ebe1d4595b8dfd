import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { chooseEncoding, encodePage } from "./pages-encoding.ts";

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
  expect(chooseEncoding(header)).toBe(encoding);
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
