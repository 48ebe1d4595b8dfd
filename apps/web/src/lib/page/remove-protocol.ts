/** An address without "https://", as people read it. */
export function removeProtocol(url: string): string {
  return url.replace(/^https?:\/\//, "");
}
