import type { QuestionAddress } from "./questions.ts";

/** Characters. Longer addresses, encoded or not, are refused. */
const maxRedirectLength = 1_000;

/**
 * Returns the path of a redirect address on this site; undefined for other sites and invalid
 * addresses.
 */
export function readRedirectAddress(address: string | undefined): string | undefined {
  if (!address?.startsWith("/") || address.length > maxRedirectLength) return undefined;
  // Parses it as browsers do, which read "/\t/host" and "/\host" as another host.
  const placeholderOrigin = "http://here.invalid";
  if (!URL.canParse(address, placeholderOrigin)) return undefined;
  const { origin, pathname, search, hash } = new URL(address, placeholderOrigin);
  const encoded = pathname + search + hash;
  const isOnThisSite = origin === placeholderOrigin && !pathname.startsWith("//");
  return isOnThisSite && encoded.length <= maxRedirectLength ? encoded : undefined;
}

interface FirstPageOptions {
  locale: string;
  /** The page that opens after this one. */
  next?: string | null | undefined;
}

/** The path of the onboarding, the first page of a new account. */
export function formatOnboardingPath(options: FirstPageOptions): string {
  return formatFirstPage("setup", options);
}

/** The page "Your box is ready", which opens when the onboarding is postponed. */
export function formatBoxReadyPath(options: FirstPageOptions): string {
  return formatFirstPage("ready", options);
}

/**
 * The page on which a new account with a linked X imports its followers. The path is that of the
 * specification.
 */
export function formatImportStepPath(options: FirstPageOptions): string {
  return formatFirstPage("friends/import_from_wlc", options);
}

function formatFirstPage(name: string, { locale, next }: FirstPageOptions): string {
  const search = next ? `?${new URLSearchParams({ next })}` : "";
  return `/${locale}/me/${name}${search}`;
}

/**
 * The path of a question's page, without the locale. The path contains the answer's id only in a
 * community, where a question can have several answers.
 */
export function formatQuestionPath({ uuid_hash, answer_id }: QuestionAddress): string {
  return `/q/${uuid_hash}${answer_id ? `?answer_id=${answer_id}` : ""}`;
}

/** The path of a community's page, without the locale. */
export function formatCommunityPath({
  id,
  category_id,
}: {
  id: string;
  category_id: string;
}): string {
  return `/communities/${id}/categories/${category_id}`;
}

/** The path of a room's page, without the locale. */
export function formatRoomPath(uuid: string): string {
  return `/me/group_talks/${uuid}`;
}
