import { readStored, writeStored } from "./storage.ts";

/** Key in the session storage. Its value is an address to which a link was mailed, until a page says so. */
const key = "mailed-address";

/** Makes the next page of this tab say that a link was mailed to the address. */
export function storeMailedAddress(email: string): void {
  // If the storage is blocked, the settings still say that the address isn't confirmed yet.
  writeStored("sessionStorage", key, email);
}

/** Returns and forgets the address to which a link was mailed. */
export function takeMailedAddress(): string | undefined {
  const email = readStored("sessionStorage", key);
  writeStored("sessionStorage", key, null);
  return email ?? undefined;
}
