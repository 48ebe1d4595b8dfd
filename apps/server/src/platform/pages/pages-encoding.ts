import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { negotiate } from "@fastify/accept-negotiator";

export type Encoding = "br" | "gzip" | "identity";

/** A rendered page before it is encoded. */
export interface Page {
  status: number;
  headers: Record<string, string>;
  html: string;
  /** The address of the page to send in the place of this one. */
  replacement?: string;
}

/** The page in one content encoding. */
export interface EncodedPage {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  replacement?: string;
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
  { html, ...page }: Page,
  encoding: Encoding,
): Promise<EncodedPage> {
  const plain = Buffer.from(html);
  const body = copyBytes(await compress[encoding](plain));
  const headers =
    encoding === "identity" ? page.headers : { ...page.headers, "Content-Encoding": encoding };
  return { ...page, headers, body, htmlBytes: plain.length };
}

/** Copies bytes, because zlib returns a view of a much larger buffer (65 KB for a page of 7 KB). */
function copyBytes(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
