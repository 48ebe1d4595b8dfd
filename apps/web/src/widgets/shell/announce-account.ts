import type { QueryClient } from "@tanstack/react-query";
import type { RegisteredRouter } from "@tanstack/react-router";
import { browserAccountsQuery, renewCsrfToken } from "#features/accounts/queries/sessions.ts";
import { currentUserQuery } from "#features/accounts/queries.ts";
import { addAccountToHistory } from "#lib/browser/account-history.ts";
import { clearDrafts } from "#lib/forms/draft.ts";
import { openTabChannel, pageSession, type TabMessage } from "#lib/http/page-session.ts";
import { isStaleTab, openStaleTabDialog } from "#lib/http/stale-tab.ts";
import { resumePage } from "./resume-page.ts";

interface PageAccount {
  user_id: string;
  account: string;
  name: string;
  icon_url: string;
  sign_in_by: string | undefined;
}

/**
 * Adds the page's account to the list of accounts that were used on this browser, and announces to other tabs
 * that it is active. Opens the dialog of a stale tab if another tab announces another account. Returns a function
 * that stops listening.
 */
export function announceAccount(
  client: QueryClient,
  router: RegisteredRouter,
  pageAccount: PageAccount,
): () => void {
  addAccountToHistory(pageAccount);
  // Calls that are refused for their token renew it by this function.
  pageSession.renewCsrfToken = () => renewCsrfToken(client);
  const channel = openTabChannel();
  if (!channel) return () => undefined;
  channel.postMessage({ active: pageAccount.user_id } satisfies TabMessage);
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if ("signed_out" in data) clearDrafts(data.signed_out);
    else if ("renamed" in data) {
      if (data.renamed === pageAccount.user_id) void client.invalidateQueries(currentUserQuery());
    } else if (data.active !== pageAccount.user_id) {
      void openStaleTabDialog({ opensAgainAfterDismissal: true });
      // An open dialog may name an account that was active before.
      void client.invalidateQueries(browserAccountsQuery());
    } else if (isStaleTab()) void resumeStaleTab(client, router);
  };
  return () => channel.close();
}

/** Resumes the page of a stale tab. If that isn't possible, the dialog shows who is signed in now. */
async function resumeStaleTab(client: QueryClient, router: RegisteredRouter): Promise<void> {
  const isResumed = await resumePage(client, router).catch(() => false);
  if (!isResumed) await client.invalidateQueries(browserAccountsQuery());
}
