import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Page } from "./pages.ts";

type Encoding = "br" | "gzip" | "identity";

const compress: Record<Encoding, (html: string) => Promise<Buffer>> = {
  br: (html) => brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: promisify(gzip),
  // As bytes: a text would be turned into them again for everyone who asks.
  identity: (html) => Promise.resolve(Buffer.from(html)),
};
const brotli = promisify(brotliCompress);

const compressed = new WeakMap<Page, Partial<Record<Encoding, Promise<Buffer>>>>();

/**
 * The page as this browser can read it in the fewest bytes; a page that is kept is compressed once.
 * Personal pages go as they are: beside what others wrote they carry a secret, the anti-forgery token,
 * and the length of a compressed page would betray it.
 */
export async function encode(
  page: Page,
  accepted: string | undefined,
): Promise<{ body: string | Buffer; encoding?: Encoding }> {
  if (!page.headers["Cache-Control"]?.startsWith("public")) return { body: page.html };
  const encoding = (["br", "gzip"] as const).find((name) => accepted?.includes(name)) ?? "identity";
  const kept = compressed.get(page) ?? {};
  compressed.set(page, kept);
  kept[encoding] ??= compress[encoding](page.html);
  const body = await kept[encoding];
  return encoding === "identity" ? { body } : { body, encoding };
}
