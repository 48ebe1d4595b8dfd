import { Link } from "@tanstack/react-router";
import { CircleCheck, LogIn } from "lucide-react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buttonClass } from "#ui/buttons/button-class.ts";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { Drawer } from "#ui/overlays/overlay.tsx";

interface AccountDrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The signed-in account, and a link to sign in with another one, which replaces it. */
export function AccountDrawer({ open, onOpenChange }: AccountDrawerProps) {
  const { t, locale } = useTexts();
  const user = useCurrentUser();
  const close = () => onOpenChange(false);
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      title={t("shell.accounts")}
      closeLabel={t("common.close")}
    >
      {user && (
        <ul className="-mx-3 list-none">
          <li>
            <Link
              to="/$locale/$account"
              params={{ locale, account: user.account }}
              onClick={close}
              aria-current="true"
              className="flex items-center gap-3 rounded-lg bg-brand-soft p-3"
            >
              <Avatar seed={user.account} src={user.icon_url} size={44} />
              <span className="min-w-0 flex-1 leading-snug">
                <span className="block truncate font-bold">{user.displaying_name}</span>
                <span className="block truncate text-sm text-ink-2">@{user.account}</span>
                <span className="text-sm font-bold text-brand">{t("shell.own_page")} ›</span>
              </span>
              <span className="flex items-center gap-1 text-xs font-semibold text-brand">
                <CircleCheck size={18} aria-hidden="true" />
                {t("shell.current_account")}
              </span>
            </Link>
          </li>
        </ul>
      )}
      <Link
        to="/$locale/acc/login"
        params={{ locale }}
        onClick={close}
        className={buttonClass({ variant: "outline", wide: true, className: "mt-5" })}
      >
        <LogIn size={18} aria-hidden="true" />
        {t("shell.switch_account")}
      </Link>
      <p className="mt-2 text-center text-sm text-balance text-ink-2">
        {t("shell.switch_account_text")}
      </p>
    </Drawer>
  );
}
