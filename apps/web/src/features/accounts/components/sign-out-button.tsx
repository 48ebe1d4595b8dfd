import { LogOut } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { useToasts } from "#ui/feedback/toasts.ts";
import { signOut } from "../queries/sessions.ts";

/** Signs the active account out and loads a whole page, because this one belongs to the ended session. */
export function SignOutButton({ user_id, className }: { user_id: string; className?: string }) {
  const { t, locale } = useTexts();
  const toasts = useToasts();

  async function signOutAndLoadPage() {
    try {
      await signOut(user_id);
      window.location.assign(`/${locale}?notice=signed_out`);
    } catch {
      toasts.showBar("error", t("shell.log_out_failed"));
    }
  }
  return (
    <button
      type="button"
      onClick={signOutAndLoadPage}
      className={buildButtonClass({
        variant: "quiet",
        isWide: true,
        ...(className && { className }),
      })}
    >
      <LogOut size={18} aria-hidden="true" />
      {t("shell.log_out")}
    </button>
  );
}
