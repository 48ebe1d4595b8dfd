import { Readable } from "node:stream";
import type { Endpoint } from "@toibako/contract/endpoint.ts";
import type { Browser } from "./browser.ts";

const boundary = "----boundary";

interface SentFile {
  /** The field of the file. */
  name: string;
  type?: string;
  /** Fields before the file. */
  fields?: Record<string, string>;
  /** A chunked upload has no content length. */
  isChunked?: boolean;
}

/** Sends a file as an HTML form does. */
export function sendFile<T>(
  browser: Browser,
  { method, path }: Pick<Endpoint, "method" | "path">,
  file: Buffer,
  { name, type = "image/png", fields = {}, isChunked = false }: SentFile,
) {
  const disposition = `--${boundary}\r\nContent-Disposition: form-data`;
  const texts = Object.entries(fields).map(
    ([field, value]) => `${disposition}; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const head = `${disposition}; name="${name}"; filename="file"\r\nContent-Type: ${type}\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(texts.join("") + head),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const sent = isChunked ? Readable.from([body.subarray(0, 1_000), body.subarray(1_000)]) : body;
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
  return browser.sendRaw<T>(method, path, sent, headers);
}
