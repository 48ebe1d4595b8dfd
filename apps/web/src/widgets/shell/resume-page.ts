import type { QueryClient } from "@tanstack/react-query";
import type { AnyRouter } from "@tanstack/react-router";
import { pageSession } from "#lib/http/page-session.ts";
import { closeStaleTabDialog } from "#lib/http/stale-tab.ts";

/**
 * Lets a stale page go on whose account is active again: with the CSRF token of the new session, by
 * repeating refused calls, and by reading again what may have failed meanwhile. Returns whether it is active.
 */
export async function resumePage(client: QueryClient, router: AnyRouter): Promise<boolean> {
  if (!(await pageSession.renewCsrfToken())) return false;
  const { csrf_token } = pageSession;
  const { options } = router;
  router.update({ ...options, context: { ...options.context, csrf_token } });
  closeStaleTabDialog(true);
  await client.invalidateQueries();
  await router.invalidate();
  return true;
}
