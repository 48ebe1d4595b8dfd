/** An address to go on to, if it is one of this site; anything that could lead away is left out. */
export function nextAddress(given: string | undefined): string | undefined {
  if (!given?.startsWith("/")) return undefined;
  // Parsed as browsers do it, which read "/\t/host" and "/\host" as another host.
  const here = "http://here.invalid";
  if (!URL.canParse(given, here)) return undefined;
  const { origin, pathname, search, hash } = new URL(given, here);
  return origin === here && !pathname.startsWith("//") ? pathname + search + hash : undefined;
}
