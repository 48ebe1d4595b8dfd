import { createHash } from "node:crypto";

type Headers = Record<string, string>;
type Hosts = readonly string[];

const commonDirectives =
  "default-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; worker-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/**
 * The Content-Security-Policy of a personal page, and of every page in development: scripts with this
 * response's nonce may run.
 */
export function createNoncePolicy(
  nonce: string,
  isDevelopment: boolean,
  hosts: PageHosts = { formHosts: [] },
): Headers {
  // In development, Vite inserts styles as elements.
  const styles = isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`;
  const sources = `script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'self' ${styles}`;
  return createPolicyHeaders(withFrames(sources, hosts), hosts.formHosts);
}

/** The other hosts of all pages but those with a card form. */
export interface PageHosts {
  /** To which forms may redirect. */
  formHosts: Hosts;
  /** The origin of the host with the frames of advertisements, if it isn't this site's. */
  adsOrigin?: string | undefined;
}

/** Without the directive, pages may frame this site only. */
const withFrames = (sources: string, { adsOrigin }: PageHosts) =>
  adsOrigin === undefined ? sources : `${sources}; frame-src 'self' ${adsOrigin}`;

/** Origins of a payment provider; `form` are those of the pages of carriers. */
export interface CardHosts {
  script: string;
  connect: Hosts;
  frame: Hosts;
  form: Hosts;
}

/**
 * The Content-Security-Policy of a page with a card form: besides this site, it allows the payment provider's hosts. It has
 * no `strict-dynamic`, which would let scripts load others from any host.
 */
export function createCardPolicy(nonce: string, isDevelopment: boolean, hosts: CardHosts): Headers {
  const styles = isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`;
  const sources = [
    `script-src 'self' 'nonce-${nonce}' ${hosts.script}`,
    `style-src 'self' ${styles}`,
    ["connect-src 'self'", ...hosts.connect].join(" "),
    ["frame-src", ...(hosts.frame.length > 0 ? hosts.frame : ["'none'"])].join(" "),
  ].join("; ");
  return createPolicyHeaders(sources, hosts.form);
}

/**
 * The Content-Security-Policy of a cacheable page: a cached nonce would be known to everyone, so inline
 * scripts are allowed by hash. The nonce of this rendering distinguishes the page's own scripts from
 * injected ones, and is removed from the HTML.
 */
export function createHashPolicy(
  html: string,
  nonce: string,
  hosts: PageHosts = { formHosts: [] },
): { html: string; headers: Headers } {
  const scripts = hashElements(html, nonce, "script");
  const styles = hashElements(html, nonce, "style");
  const sources = `script-src 'self'${scripts}; style-src 'self'${styles}`;
  return {
    html: html.replaceAll(` nonce="${nonce}"`, ""),
    headers: createPolicyHeaders(withFrames(sources, hosts), hosts.formHosts),
  };
}

/** `form-action` applies to redirects after a form as well, so the providers' hosts are included. */
function createPolicyHeaders(sources: string, formHosts: Hosts): Headers {
  const forms = ["form-action 'self'", ...formHosts].join(" ");
  return { "Content-Security-Policy": `${sources}; ${commonDirectives}; ${forms}` };
}

function hashElements(html: string, nonce: string, tag: "script" | "style"): string {
  let hashes = "";
  for (const start of findStarts(html, `<${tag}`)) {
    const open = html.indexOf(">", start);
    const attributes = html.slice(start, open);
    if (!attributes.includes(` nonce="${nonce}"`) || attributes.includes(' src="')) continue;
    const content = html.slice(open + 1, html.indexOf(`</${tag}>`, open));
    hashes += ` 'sha256-${createHash("sha256").update(content).digest("base64")}'`;
  }
  return hashes;
}

function* findStarts(html: string, text: string): Generator<number> {
  for (let start = html.indexOf(text); start >= 0; start = html.indexOf(text, start + 1))
    yield start;
}
