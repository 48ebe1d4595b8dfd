import type { SessionUser } from "#platform/viewer.ts";

type Reader = Pick<SessionUser, "pk" | "is_show_sensitive_content"> | undefined;

/** What a sensitive question asks is for those who chose to see it; without an account nobody can. */
export function isWithheld(is_ad_default: boolean, reader: Reader): boolean {
  return !is_ad_default && !reader?.is_show_sensitive_content;
}
