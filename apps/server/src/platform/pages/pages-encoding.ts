import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { negotiate } from "@fastify/accept-negotiator";

export type Encoding = "br" | "gzip" | "identity";

/** A rendered page before it is encoded. */
export interface Page {
  status: number;
  headers: Record<string, string>;
  html: string;
}

/** The page in one content encoding. */
export interface EncodedPage {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** The size before compression. */
  htmlBytes: number;
}

const brotli = promisify(brotliCompress);
const compress: Record<Encoding, (html: Buffer) => Promise<Buffer>> = {
  br: (html) => brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: promisify(gzip),
  identity: (html) => Promise.resolve(html),
};

const encodings: Encoding[] = ["br", "gzip", "identity"];

/** The encoding for an `Accept-Encoding` header; `q=0` excludes an encoding. */
export function chooseEncoding(header: string | undefined): Encoding {
  return negotiate(header?.toLowerCase() ?? "", encodings) ?? "identity";
}

export async function encodePage(
  { status, headers, html }: Page,
  encoding: Encoding,
): Promise<EncodedPage> {
  const plain = Buffer.from(html);
  const body = copyBytes(await compress[encoding](plain));
  const encodedHeaders =
    encoding === "identity" ? headers : { ...headers, "Content-Encoding": encoding };
  return { status, headers: encodedHeaders, body, htmlBytes: plain.length };
}

/** Copies bytes, because zlib returns a view of a much larger buffer (65 KB for a page of 7 KB). */
function copyBytes(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
