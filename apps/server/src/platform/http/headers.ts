import type { Config } from "#platform/config.ts";

const commonHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
};

/**
 * Headers of every reply, including errors and redirects. HSTS is set if the public address uses
 * HTTPS; it leaves subdomains to the operator.
 */
export function createCommonHeaders({ public_url }: Config): Record<string, string> {
  if (!public_url.startsWith("https:")) return commonHeaders;
  return { ...commonHeaders, "strict-transport-security": "max-age=31536000" };
}
