import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { useState } from "react";
import {
  browserAccountsQuery,
  isSignInNeeded,
  switchToAccount,
} from "#features/accounts/queries/sessions.ts";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { hasDraft } from "#lib/forms/draft.ts";
import { hasUnsavedText } from "#lib/forms/unsaved-text.ts";
import { broadcastToTabs } from "#lib/http/page-session.ts";
import { closeStaleTabDialog } from "#lib/http/stale-tab.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Callout } from "#ui/feedback/callout.tsx";
import { Dialog } from "#ui/overlays/overlay.tsx";
import { resumePage } from "./resume-page.ts";

const texts = {
  ended: { title: "accounts.ended_title", text: "accounts.ended_text" },
  switched: { title: "accounts.stale_title", text: "accounts.stale_shown" },
  unknown: { title: "accounts.stale_unknown_title", text: "accounts.stale_unknown_text" },
} as const;

/**
 * Says why the tab is stale: the page's account was signed out (`ended`), or another account is active
 * (`switched`). If the list of accounts, which tells this, couldn't be fetched, the reason is `unknown`.
 * Offers to sign in again in another tab, to switch back to the page's account, to fetch the list again, or to
 * reload the page. Keeps typed texts.
 */
export function StaleTabDialog({ open }: { open: boolean }) {
  const { t, locale } = useTexts();
  const user = useCurrentUser();
  const { latestLocation } = useRouter();
  const pageAccount = user?.account;
  const query = useQuery({ ...browserAccountsQuery(), enabled: open });
  const { data, error, isLoading } = query;
  const isNobodySignedIn = isSignInNeeded(error);
  const otherState = error ? "unknown" : "switched";
  const state = isNobodySignedIn ? "ended" : otherState;
  const accounts = isNobodySignedIn ? [] : data?.accounts;
  const activeAccount = accounts?.find(({ is_current }) => is_current)?.account;
  const isPageAccountSignedIn = accounts?.some(({ user_id }) => user_id === user?.id) ?? false;
  return (
    <Dialog
      // Opens after the first reply, which tells the reason.
      open={open && !isLoading}
      onOpenChange={(next) => next || closeStaleTabDialog({ isActiveAgain: false })}
      title={t(texts[state].title)}
      closeLabel={t("common.close")}
      footer={
        <div className="grid flex-1 gap-3">
          {state === "unknown" && (
            <Button isWide isPending={query.isFetching} onClick={() => query.refetch()}>
              {t("common.retry")}
            </Button>
          )}
          {user && isPageAccountSignedIn && <SwitchBackButton user={user} />}
          {pageAccount !== undefined && accounts && !isPageAccountSignedIn && (
            <Link
              to="/$locale/acc/login"
              params={{ locale }}
              search={{ next: latestLocation.href, ...(!isNobodySignedIn && { mal: "1" }) }}
              target="_blank"
              className={buildButtonClass({ isWide: true })}
            >
              {t.rich("accounts.stale_log_in", { account: pageAccount }, {})}
            </Link>
          )}
          <Button variant="outline" isWide onClick={() => window.location.reload()}>
            {activeAccount === undefined
              ? t("accounts.stale_reload")
              : t.rich("accounts.stale_reload_as", { account: activeAccount }, {})}
          </Button>
        </div>
      }
    >
      <p className="grid gap-1 text-ink-2">
        {pageAccount !== undefined && (
          <span>{t.rich(texts[state].text, { account: pageAccount }, {})}</span>
        )}
        {activeAccount !== undefined && (
          <span>{t.rich("accounts.stale_active", { account: activeAccount }, {})}</span>
        )}
      </p>
      {open && (hasDraft() || hasUnsavedText()) && (
        <p className="mt-2 text-ink-2">{t("accounts.stale_kept")}</p>
      )}
    </Dialog>
  );
}

/** A button that makes the page's account active again. Then the refused call is repeated. */
function SwitchBackButton({ user: { id, account } }: { user: CurrentUser }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const router = useRouter();
  const [state, setState] = useState<"idle" | "pending" | "failed">("idle");

  async function switchBack() {
    setState("pending");
    try {
      await switchToAccount(client, id);
      broadcastToTabs({ active: id });
      setState((await resumePage(client, router)) ? "idle" : "failed");
    } catch {
      setState("failed");
    }
  }
  return (
    <>
      {state === "failed" && <Callout tone="error">{t("accounts.stale_failed")}</Callout>}
      <Button isWide isPending={state === "pending"} onClick={switchBack}>
        {t.rich("accounts.stale_go_on", { account }, {})}
      </Button>
    </>
  );
}
