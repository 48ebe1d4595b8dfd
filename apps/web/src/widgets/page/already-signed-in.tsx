import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Callout } from "#ui/feedback/callout.tsx";
import { AccountDrawer } from "#widgets/shell/drawers.tsx";

interface AlreadySignedInProps {
  account: string;
  /** The path to go to after an account was added. */
  next: string | undefined;
}

/** Replaces the sign-in form for a signed-in account, which can switch to another account or add one. */
export function AlreadySignedIn({ account, next }: AlreadySignedInProps) {
  const { t, locale } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="grid gap-3">
      <Callout className="mb-2">{t.rich("accounts.signed_in_as", { account }, {})}</Callout>
      <Button isWide onClick={() => setIsOpen(true)}>
        {t("accounts.switch_account")}
      </Button>
      <Link
        to="/$locale/acc/login"
        params={{ locale }}
        search={{ mal: "1", next }}
        hash
        className={buildButtonClass({ variant: "outline", isWide: true })}
      >
        {t("accounts.add_account")}
      </Link>
      <AccountDrawer open={isOpen} onOpenChange={setIsOpen} />
    </div>
  );
}
