import { announce, openChannel } from "#lib/browser/tab-channel.ts";

/** The session for which the server rendered this page. Used in the browser only. */
export const pageSession: {
  /** The id of the page's account, "" for a visitor; undefined if the page doesn't name the viewer. */
  user_id: string | undefined;
  csrf_token: string;
  /**
   * Fetches the current CSRF token, which changes when another tab switches to another account and back.
   * Resolves to whether the page's account is active. Set on pages of an account.
   */
  renewCsrfToken: () => Promise<boolean>;
} = { user_id: undefined, csrf_token: "", renewCsrfToken: () => Promise.resolve(false) };

/**
 * A message to the other tabs of the browser, with the id of the account that became active, was signed out or
 * changed its handle.
 */
export type TabMessage = { active: string } | { signed_out: string } | { renamed: string };

const channelName = "accounts";

/** Opens the channel of these messages, if the browser has one. */
export const openTabChannel = () => openChannel(channelName);

export const broadcastToTabs = (message: TabMessage) => announce(channelName, message);
