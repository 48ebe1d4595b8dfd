import { signOut } from "#features/accounts/queries.ts";
import { useTexts } from "#lib/i18n.tsx";
import { useToasts } from "#ui/toasts.ts";

/** Signs out and loads a whole page: the token in this one belongs to the ended session. */
export function useSignOut(): () => Promise<void> {
  const { t, locale } = useTexts();
  const toasts = useToasts();
  return async () => {
    try {
      await signOut();
      window.location.assign(`/${locale}`);
    } catch {
      toasts.show("error", t("shell.log_out_failed"));
    }
  };
}
