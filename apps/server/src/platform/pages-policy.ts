import { createHash } from "node:crypto";

type Headers = Record<string, string>;
type Hosts = readonly string[];

const common =
  "default-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** For a person's page, which no one else gets: scripts that carry this answer's nonce may run. */
export function noncePolicy(nonce: string, dev: boolean, form_hosts: Hosts = []): Headers {
  // Vite brings styles as elements while developing.
  const styles = dev ? "'unsafe-inline'" : `'nonce-${nonce}'`;
  const sources = `script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'self' ${styles}`;
  return policy(sources, form_hosts);
}

/**
 * For a page that caches keep: a nonce would be the same for everyone, so the scripts that we
 * rendered are allowed by their hashes. The nonce of this rendering tells them from anything that
 * found its way into the text, and is taken out.
 */
export function hashPolicy(
  html: string,
  nonce: string,
  form_hosts: Hosts = [],
): { html: string; headers: Headers } {
  const scripts = hashesOf(html, nonce, "script");
  const styles = hashesOf(html, nonce, "style");
  return {
    html: html.replaceAll(` nonce="${nonce}"`, ""),
    headers: policy(`script-src 'self'${scripts}; style-src 'self'${styles}`, form_hosts),
  };
}

/** Browsers hold a form's redirects to it as well, so the networks that ours lead to are named. */
function policy(sources: string, form_hosts: Hosts): Headers {
  const forms = ["form-action 'self'", ...form_hosts].join(" ");
  return { "Content-Security-Policy": `${sources}; ${common}; ${forms}` };
}

function hashesOf(html: string, nonce: string, tag: "script" | "style"): string {
  let hashes = "";
  for (const start of startsOf(html, `<${tag}`)) {
    const open = html.indexOf(">", start);
    const attributes = html.slice(start, open);
    if (!attributes.includes(` nonce="${nonce}"`) || attributes.includes(' src="')) continue;
    const content = html.slice(open + 1, html.indexOf(`</${tag}>`, open));
    hashes += ` 'sha256-${createHash("sha256").update(content).digest("base64")}'`;
  }
  return hashes;
}

function* startsOf(html: string, text: string): Generator<number> {
  for (let at = html.indexOf(text); at >= 0; at = html.indexOf(text, at + 1)) yield at;
}
