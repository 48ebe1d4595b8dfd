/** Pages without content of their own, or that need an account; `$` ends a path. */
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

/** The file of RFC 9309. Addresses with a query are covered by the canonical address in each page. */
export function createRobotsFile(public_url: string): string {
  return `${[
    "User-agent: *",
    ...privatePaths.map((path) => `Disallow: ${path}`),
    "Allow: /",
    "",
    `Sitemap: ${public_url}/sitemap.xml`,
  ].join("\n")}\n`;
}
