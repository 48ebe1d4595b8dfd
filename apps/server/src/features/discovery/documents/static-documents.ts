import { defaultLocale, getLanguageTag, type Locale } from "@toibako/contract/locales.ts";
import type { Config } from "#platform/config.ts";
import { millisecondsPerDay } from "#platform/durations.ts";
import { translate } from "#platform/texts/texts.ts";

/** Pages that need an account or have nothing to index; `$` matches the end of a path. */
const privatePages = [
  "/*/me/",
  "/*/box$",
  "/*/box/",
  "/*/stg$",
  "/*/stg?",
  "/*/stg/",
  "/*/acc/",
  "/*/itr$",
  "/*/not_login_user$",
];

const privatePaths = ["/api/", "/acc/", "/auth/", ...privatePages];

/**
 * Creates robots.txt (RFC 9309). It has no rules for addresses with a query, since each page names its
 * canonical address.
 */
export function createRobotsFile(public_url: string): string {
  return `${[
    "User-agent: *",
    ...privatePaths.map((path) => `Disallow: ${path}`),
    "Allow: /",
    "",
    `Sitemap: ${public_url}/sitemap.xml`,
  ].join("\n")}\n`;
}

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

/** Creates the web app manifest. `id` is the same in all languages, so that browsers recognise one application. */
export function createManifest(locale: Locale) {
  return {
    id: "/",
    lang: getLanguageTag(locale),
    dir: "ltr",
    name: translate(locale, "manifest_name"),
    short_name: "Toibako",
    description: translate(locale, "manifest_description"),
    start_url: `/${locale}`,
    scope: "/",
    display: "standalone",
    background_color: "#f3f8f7",
    theme_color: "#5ebaba",
    categories: ["social"],
    shortcuts: [
      { name: translate(locale, "manifest_inbox"), url: `/${locale}/box` },
      { name: translate(locale, "manifest_notices"), url: `/${locale}/me/notices` },
    ],
    icons: [
      { src: "/favicon.svg", type: "image/svg+xml", sizes: "any" },
      { src: "/icon-192.png", type: "image/png", sizes: "192x192" },
      { src: "/icon-512.png", type: "image/png", sizes: "512x512" },
      {
        src: "/icon-maskable-512.png",
        type: "image/png",
        sizes: "512x512",
        purpose: "maskable",
      },
    ],
  };
}
