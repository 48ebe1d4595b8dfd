/** The session that a page in the browser was made for. Unused while the server renders. */
export const pageSession: {
  /** The handle of the account that the page shows, "" for a visitor; undefined if it shows neither. */
  account: string | undefined;
  csrf_token: string;
  /**
   * Another tab may have switched to another account and back, with which the token changed. Gets the new
   * one; resolves to whether the page's account is active. Set by pages of an account.
   */
  renewToken: () => Promise<boolean>;
} = { account: undefined, csrf_token: "", renewToken: () => Promise.resolve(false) };

/** What a tab tells the other tabs of the browser. */
export type TabMessage = { active: string } | { signed_out: string };

/** The channel of these messages; undefined in browsers without it. */
export function openTabChannel(): BroadcastChannel | undefined {
  return "BroadcastChannel" in globalThis ? new BroadcastChannel("accounts") : undefined;
}

/** Tells the other tabs. */
export function tellTabs(message: TabMessage): void {
  const channel = openTabChannel();
  channel?.postMessage(message);
  channel?.close();
}
