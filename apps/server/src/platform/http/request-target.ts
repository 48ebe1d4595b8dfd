/**
 * The path and query of a request target. `GET http://other.example/ja` and `GET //other.example`
 * contain a host, which would otherwise end up in redirects and links.
 */
export function toPathAndQuery(target: string): string {
  const withoutHost = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]*/i, "");
  return withoutHost.replace(/^[/\\]*/, "/");
}

/** Returns the address if it is on this site, else "/"; prevents open redirects. */
export function toOwnAddress(address: string, public_url: string): string {
  const { origin } = new URL(public_url);
  // Parsed as by browsers, for which "/\t/host" and "/\host" name another host.
  return URL.canParse(address, origin) && new URL(address, origin).origin === origin
    ? address
    : "/";
}

/**
 * Whether a body or query holds more than `max` values at any depth. Validation reports every
 * problem, so its work and memory grow with the number of values.
 */
export function hasMoreValues(input: unknown, max: number): boolean {
  const pending = [input];
  let count = 0;
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== "object" || next === null) continue;
    const values: unknown[] = Object.values(next);
    count += values.length;
    if (count > max) return true;
    pending.push(...values);
  }
  return false;
}
