import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useIsStaleTabDialogOpen } from "#lib/http/stale-tab.ts";
import { defineLazyModule, useLazyModule } from "#ui/lazy-module.ts";

const loadAnnounceAccount = async () => (await import("./announce-account.ts")).announceAccount;
const dialog = defineLazyModule(
  async () => (await import("./stale-tab-dialog.tsx")).StaleTabDialog,
);

/** Announces the page's account to other tabs, and shows the dialog of a stale tab. */
export function ActiveAccount() {
  const client = useQueryClient();
  const router = useRouter();
  const user = useCurrentUser();
  const { id: user_id, account, displaying_name: name, icon_url } = user ?? {};
  const sign_in_by = user?.has_password ? undefined : (user?.provider[0] ?? "passkey");
  const isDialogOpen = useIsStaleTabDialogOpen();
  const Dialog = useLazyModule(dialog, isDialogOpen, () => undefined);
  useEffect(() => {
    if (!user_id || !account || name === undefined || icon_url === undefined) return;
    let stop: (() => void) | undefined;
    let isCancelled = false;
    loadAnnounceAccount().then(
      (announce) => {
        if (!isCancelled)
          stop = announce(client, router, { user_id, account, name, icon_url, sign_in_by });
      },
      // If the code can't be loaded, nothing is announced; the next page tries again.
      () => undefined,
    );
    return () => {
      isCancelled = true;
      stop?.();
    };
  }, [client, router, user_id, account, name, icon_url, sign_in_by]);
  return Dialog && <Dialog open={isDialogOpen} />;
}
