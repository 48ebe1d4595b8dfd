import type { QuestionAddress } from "./questions.ts";

/** Characters. Longer addresses, encoded or not, are refused. */
const maxRedirectLength = 1_000;

/** Returns the path of a redirect address on this site; undefined for other sites and invalid addresses. */
export function readRedirectAddress(address: string | undefined): string | undefined {
  if (!address?.startsWith("/") || address.length > maxRedirectLength) return undefined;
  // Parses it as browsers do, which read "/\t/host" and "/\host" as another host.
  const placeholderOrigin = "http://here.invalid";
  if (!URL.canParse(address, placeholderOrigin)) return undefined;
  const { origin, pathname, search, hash } = new URL(address, placeholderOrigin);
  const encoded = pathname + search + hash;
  const isOwn = origin === placeholderOrigin && !pathname.startsWith("//");
  return isOwn && encoded.length <= maxRedirectLength ? encoded : undefined;
}

/** The page that a new account sees first, "Your box is ready"; it leads on to `next`. */
export function formatBoxReadyPath({
  locale,
  next,
}: {
  locale: string;
  next?: string | null | undefined;
}): string {
  const search = next ? `?${new URLSearchParams({ next })}` : "";
  return `/${locale}/me/ready${search}`;
}

/**
 * The path of a question's page, without the locale. Only the address of an answer in a community names the
 * answer: its question has several.
 */
export function formatQuestionPath({ uuid_hash, answer_id }: QuestionAddress): string {
  return `/q/${uuid_hash}${answer_id ? `?answer_id=${answer_id}` : ""}`;
}
