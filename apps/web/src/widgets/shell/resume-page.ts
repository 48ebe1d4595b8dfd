import type { QueryClient } from "@tanstack/react-query";
import type { RegisteredRouter } from "@tanstack/react-router";
import { pageSession } from "#lib/http/page-session.ts";
import { closeStaleTabDialog } from "#lib/http/stale-tab.ts";

/**
 * Makes a stale page usable again after its account has become active again: takes the CSRF token of the new
 * session, repeats refused calls, and fetches again what may have failed meanwhile. Resolves to false if the
 * account is not active.
 */
export async function resumePage(client: QueryClient, router: RegisteredRouter): Promise<boolean> {
  if (!(await pageSession.renewCsrfToken())) return false;
  closeStaleTabDialog({ isActiveAgain: true });
  await client.invalidateQueries();
  await router.invalidate();
  return true;
}
