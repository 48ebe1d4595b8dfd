import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import { negotiate } from "@fastify/accept-negotiator";
import { LRUCache } from "lru-cache";

/** The media type of every page. */
export const pageType = "text/html; charset=utf-8";

export type Encoding = "zstd" | "br" | "gzip" | "identity";

/** A rendered page before it is encoded. */
export interface Page {
  status: number;
  headers: Record<string, string>;
  html: string;
  /** The address of the page to send in the place of this one. */
  replacement_address?: string;
}

/** The page in one content encoding. */
export interface EncodedPage {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  replacement_address?: string;
  /** The size before compression. */
  htmlBytes: number;
}

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Compresses strongly, since a cached page is compressed once for many requests. */
const encodeForCache: Partial<Record<Encoding, (html: Buffer) => Promise<Buffer>>> = {
  br: (html) => brotliAsync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }),
  gzip: (html) => gzipAsync(html),
};

/**
 * Compresses fast, since a personal page is sent once: in 0.1 to 0.2 ms for 55 KB, which become 12 KB.
 * It blocks the main thread: handing the work to Node's thread pool would take longer, and the pool also
 * hashes passwords.
 */
const encodeOnce: Partial<Record<Encoding, (html: Buffer) => Buffer>> = {
  zstd: (html) => zstdCompressSync(html, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
  br: (html) => brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
  gzip: (html) => gzipSync(html, { level: 1 }),
};

/** Characters. Compressing a smaller personal page would hardly save a packet. */
const minCompressedLength = 1_000;

const offeredForCache = [...Object.keys(encodeForCache), "identity"];
const offeredOnce = [...Object.keys(encodeOnce), "identity"];

/** The chosen encodings by header. Browsers send few different headers, and parsing one takes 1 µs. */
const encodingsForCache = new LRUCache<string, Encoding>({ max: 100 });

/** The encoding of a cached page for an `Accept-Encoding` header; `q=0` excludes an encoding. */
export function chooseCachedEncoding(header = ""): Encoding {
  let encoding = encodingsForCache.get(header);
  if (encoding === undefined) {
    encoding = negotiateEncoding(header, offeredForCache);
    encodingsForCache.set(header, encoding);
  }
  return encoding;
}

/** The encoding of a page that is sent once. */
export function choosePersonalEncoding(header = ""): Encoding {
  return negotiateEncoding(header, offeredOnce);
}

function negotiateEncoding(header: string, offered: string[]): Encoding {
  return (negotiate(header.toLowerCase(), offered) ?? "identity") as Encoding;
}

export async function encodePage(
  { html, ...page }: Page,
  encoding: Encoding,
  isForCache = true,
): Promise<EncodedPage> {
  const isCompressed = isForCache || html.length >= minCompressedLength;
  const encode = isCompressed ? (isForCache ? encodeForCache : encodeOnce)[encoding] : undefined;
  const plain = encode && !isForCache ? encodeText(html) : Buffer.from(html);
  const encoded = encode ? await encode(plain) : plain;
  const body = isForCache ? copyBytes(encoded) : encoded;
  const headers = encode ? { ...page.headers, "Content-Encoding": encoding } : page.headers;
  return { ...page, headers, body, htmlBytes: plain.length };
}

/** Holds the bytes of one personal page until it is compressed. */
const pageBytes = Buffer.allocUnsafeSlow(256 * 1024);
/** No UTF-16 code unit takes more bytes in UTF-8. */
const maxBytesPerCodeUnit = 3;

/**
 * The bytes of a text that is compressed before anything else runs. The buffer is used again for the
 * next text, which is twice as fast as a new buffer. A text that may not fit gets a buffer of its own.
 */
function encodeText(html: string): Buffer {
  if (html.length * maxBytesPerCodeUnit > pageBytes.length) return Buffer.from(html);
  return pageBytes.subarray(0, pageBytes.write(html));
}

/** Copies bytes, because zlib returns a view of a much larger buffer (65 KB for a page of 7 KB). */
function copyBytes(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
