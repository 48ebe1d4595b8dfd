import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { useState } from "react";
import { browserAccountsQuery, switchToAccount } from "#features/accounts/queries/sessions.ts";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { broadcastToTabs, pageSession } from "#lib/http/page-session.ts";
import { closeStaleTabDialog } from "#lib/http/stale-tab.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { buttonClass } from "#ui/buttons/button-class.ts";
import { Callout } from "#ui/feedback/callout.tsx";
import { Dialog } from "#ui/overlays/overlay.tsx";

/** Offers to switch back to the page's account, or to reload as the active account. Typed text is kept. */
export function StaleTabDialog({ open }: { open: boolean }) {
  const { t, locale } = useTexts();
  const user = useCurrentUser();
  const pageAccount = user?.account;
  const { data } = useQuery({ ...browserAccountsQuery(), enabled: open });
  const activeAccount = data?.accounts.find(({ is_current }) => is_current)?.account;
  const isSignedIn = data?.accounts.some(({ user_id }) => user_id === user?.id) ?? false;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || closeStaleTabDialog(false)}
      title={t("accounts.stale_title")}
      closeLabel={t("common.close")}
      footer={
        <div className="grid flex-1 gap-3">
          {user && isSignedIn && <SwitchBackButton user={user} />}
          {pageAccount !== undefined && data && !isSignedIn && (
            <Link
              to="/$locale/acc/login"
              params={{ locale }}
              search={{ mal: "1" }}
              target="_blank"
              className={buttonClass({ wide: true })}
            >
              {t("accounts.stale_log_in", { account: pageAccount })}
            </Link>
          )}
          <Button variant="outline" wide onClick={() => window.location.reload()}>
            {activeAccount === undefined
              ? t("accounts.stale_reload")
              : t("accounts.stale_reload_as", { account: activeAccount })}
          </Button>
        </div>
      }
    >
      <p className="text-ink-2">
        {pageAccount !== undefined && t("accounts.stale_shown", { account: pageAccount })}
        {activeAccount !== undefined &&
          ` ${t("accounts.stale_active", { account: activeAccount })}`}
      </p>
      <p className="mt-2 text-ink-2">{t("accounts.stale_kept")}</p>
    </Dialog>
  );
}

/** Makes the page's account active again, after which the refused call is repeated. */
function SwitchBackButton({ user: { id, account } }: { user: CurrentUser }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const router = useRouter();
  const [state, setState] = useState<"idle" | "pending" | "failed">("idle");

  async function switchBack() {
    setState("pending");
    try {
      await switchToAccount(client, id);
      const { options } = router;
      const { csrf_token } = pageSession;
      router.update({ ...options, context: { ...options.context, csrf_token } });
      broadcastToTabs({ active: id });
      setState("idle");
      closeStaleTabDialog(true);
      // Queries may have failed while another account was active.
      await client.invalidateQueries();
      await router.invalidate();
    } catch {
      setState("failed");
    }
  }
  return (
    <>
      {state === "failed" && <Callout tone="error">{t("accounts.stale_failed")}</Callout>}
      <Button wide pending={state === "pending"} onClick={switchBack}>
        {t("accounts.stale_go_on", { account })}
      </Button>
    </>
  );
}
