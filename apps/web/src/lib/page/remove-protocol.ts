/** Returns an address without "https://", as pages show it. */
export function removeProtocol(url: string): string {
  return url.replace(/^https?:\/\//, "");
}
