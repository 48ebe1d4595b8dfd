/** Pages that need an account or have nothing to index; `$` matches the end of a path. */
const privatePages = [
  "/*/me/",
  "/*/box$",
  "/*/box/",
  "/*/stg$",
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
