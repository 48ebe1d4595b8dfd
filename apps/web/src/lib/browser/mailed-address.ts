/** Key in the session storage. Its value is an address to which a link was mailed, until a page says so. */
const key = "mailed-address";

/** Makes the next page of this tab say that a link was mailed to the address. */
export function storeMailedAddress(email: string): void {
  try {
    sessionStorage.setItem(key, email);
  } catch {
    // Storage may be blocked. The settings also say that the address isn't confirmed yet.
  }
}

/** Returns and forgets the address to which a link was mailed. */
export function takeMailedAddress(): string | undefined {
  try {
    const email = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return email ?? undefined;
  } catch {
    return undefined;
  }
}
