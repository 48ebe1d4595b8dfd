import type { QueryClient } from "@tanstack/react-query";
import { renewToken } from "#features/accounts/queries/sessions.ts";
import { rememberAccount } from "#lib/browser/account-history.ts";
import { clearDrafts } from "#lib/forms/draft.ts";
import { openTabChannel, pageSession, type TabMessage } from "#lib/http/page-session.ts";
import { answerStaleTab, askStaleTab } from "#lib/http/stale-tab.ts";

interface Person {
  account: string;
  name: string;
  icon_url: string;
}

/**
 * Remembers the account that this page shows, tells other tabs that it is active, and asks the reader
 * how to go on when another tab has switched. Returns a function that ends this.
 */
export function announceAccount(client: QueryClient, person: Person): () => void {
  rememberAccount(person);
  pageSession.renewToken = () => renewToken(client);
  const channel = openTabChannel();
  if (!channel) return () => undefined;
  channel.postMessage({ active: person.account } satisfies TabMessage);
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if ("signed_out" in data) clearDrafts(data.signed_out);
    else if (data.active === person.account) answerStaleTab(true);
    else void askStaleTab(true);
  };
  return () => channel.close();
}
