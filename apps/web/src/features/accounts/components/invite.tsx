import { Link, useLocation } from "@tanstack/react-router";
import { createContext, type ReactNode, use, useCallback, useState } from "react";
import { useTexts } from "#lib/i18n.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { Dialog } from "#ui/dialog.tsx";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";

const InviteContext = createContext<() => void>(() => {});

/** Opens the invitation to sign in or register; for what a visitor may not do. */
export function useInvite(): () => void {
  return use(InviteContext);
}

export function InviteProvider({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const invite = useCallback(() => setOpen(true), []);
  return (
    <InviteContext value={invite}>
      {children}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t("accounts.invite_title")}
        closeLabel={t("common.close")}
        footer={<Ways onLeave={() => setOpen(false)} />}
      >
        <div className="mx-auto mt-1 mb-4 w-44">
          <LetterArrivingDrawing />
        </div>
        <p className="text-ink-2">{t("accounts.invite_text")}</p>
      </Dialog>
    </InviteContext>
  );
}

/** Both lead back to the page that is open now. */
function Ways({ onLeave }: { onLeave: () => void }) {
  const { t, locale } = useTexts();
  const { href } = useLocation();
  const way = { params: { locale }, search: { next: href }, onClick: onLeave };
  return (
    <div className="grid flex-1 gap-3">
      <Link to="/$locale/acc/regist" {...way} className={buttonClass({ wide: true })}>
        {t("accounts.regist_button")}
      </Link>
      <Link
        to="/$locale/acc/login"
        {...way}
        className={buttonClass({ variant: "outline", wide: true })}
      >
        {t("accounts.login_button")}
      </Link>
    </div>
  );
}
