import type { Locale } from "./locales.ts";
import type { QuestionAddress } from "./questions.ts";

/** The size of an embedded answer; the page inside fits any size and scrolls. */
export const embedSize = { width: 560, height: 420 } as const;

/** An answered question that other sites may show. */
export interface Embed extends QuestionAddress {
  /** The title of the frame, which screen readers read out. */
  title: string;
}

/** The path of the page to show in a frame. */
function formatEmbedPath(locale: Locale, { uuid_hash, answer_id }: QuestionAddress): string {
  return `/embed/${locale}/${uuid_hash}${answer_id ? `?answer_id=${answer_id}` : ""}`;
}

/**
 * The HTML that shows an answer on another site. The sandbox lets the page open links and nothing
 * else: no scripts, no forms, and no access to anything of the site's origin.
 */
export function formatEmbedCode(
  public_url: string,
  locale: Locale,
  { title, ...question }: Embed,
  { width, height }: { width: number; height: number } = embedSize,
): string {
  const src = public_url + formatEmbedPath(locale, question);
  return `<iframe src="${escapeAttribute(src)}" title="${escapeAttribute(title)}" width="${width}" height="${height}" style="border:0;max-width:100%" loading="lazy" referrerpolicy="no-referrer" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`;
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
