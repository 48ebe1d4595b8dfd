import { defaultLocale } from "@toibako/contract/locales.ts";
import type { Config } from "#platform/config.ts";
import { millisecondsPerDay } from "#platform/durations.ts";

/** For how many days the file is valid; RFC 9116 recommends less than a year. */
const validDays = 180;

/**
 * Creates security.txt (RFC 9116), which says where to report vulnerabilities: to the configured
 * contact, or with the contact form.
 */
export function createSecurityFile(
  { public_url, security_contact }: Pick<Config, "public_url" | "security_contact">,
  now = Date.now(),
): string {
  // Rounds down to whole days, so that everybody gets the same file during a day.
  const expires = (Math.floor(now / millisecondsPerDay) + validDays) * millisecondsPerDay;
  return `${[
    `Contact: ${security_contact ?? `${public_url}/${defaultLocale}/inquiry`}`,
    `Expires: ${new Date(expires).toISOString()}`,
    "Preferred-Languages: ja, en",
    `Canonical: ${public_url}/.well-known/security.txt`,
  ].join("\n")}\n`;
}
