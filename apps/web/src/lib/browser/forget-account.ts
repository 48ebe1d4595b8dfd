import { clearDrafts } from "#lib/forms/draft.ts";
import { broadcastToTabs } from "#lib/http/page-session.ts";
import { deleteWaitingAnswersOf } from "#lib/offline/waiting-answers.ts";
import { removeAccountFromHistory } from "./account-history.ts";

/**
 * Removes what this browser keeps of a destroyed account: its drafts, its waiting answers and its entry on the login
 * page.
 */
export async function forgetAccount(user_id: string): Promise<void> {
  clearDrafts(user_id);
  removeAccountFromHistory(user_id);
  broadcastToTabs({ signed_out: user_id });
  // A browser that blocks IndexedDB has no waiting answers.
  await deleteWaitingAnswersOf(user_id).catch(() => {});
}
