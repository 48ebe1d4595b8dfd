import { Link } from "@tanstack/react-router";
import {
  Bell,
  CircleQuestionMark,
  Keyboard,
  Lightbulb,
  MailCheck,
  MessagesSquare,
  Settings,
  ShieldCheck,
  Trash2,
} from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { SignOutButton } from "#features/accounts/components/sign-out-button.tsx";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { Drawer } from "#ui/overlays/overlay.tsx";
import { type RenderedElement, renderAs } from "#ui/render-as.ts";
import { useModal } from "#widgets/modals/modal-host.tsx";
import { ThemeChoice } from "./theme-choice.tsx";

interface MenuDrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function MenuDrawer({ open, onOpenChange }: MenuDrawerProps) {
  const { t } = useTexts();
  const close = () => onOpenChange(false);
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      title={t("shell.menu")}
      closeLabel={t("common.close")}
    >
      <Entries close={close} />
      <h3 className="mt-6 mb-2 text-sm text-ink-2">{t("shell.theme")}</h3>
      <ThemeChoice />
      <SessionButtons close={close} />
    </Drawer>
  );
}

/** The entries of the menu. Those that need an account open the invitation for visitors. */
function Entries({ close }: { close: () => void }) {
  const { t, locale } = useTexts();
  const user = useCurrentUser();
  const modal = useModal();
  const params = { locale };

  function invite() {
    close();
    modal.open("invite");
  }
  function showUsageGuide() {
    close();
    modal.open("usage_guide");
  }
  function showKeys() {
    close();
    modal.open("list_keys");
  }
  function requireAccount(link: ReactElement<object>): RenderedElement {
    return user ? link : <button type="button" onClick={invite} />;
  }
  return (
    <ul className="-mx-3 grid list-none">
      {user && (
        <Entry
          icon={<Avatar seed={user.account} src={user.icon_url} size={22} />}
          label={t("shell.own_page")}
          render={
            <Link
              to="/$locale/$account"
              params={{ locale, account: user.account }}
              onClick={close}
            />
          }
        />
      )}
      <Entry
        icon={<Bell size={22} />}
        label={t("shell.notices")}
        render={requireAccount(<Link to="/$locale/me/notices" params={params} onClick={close} />)}
      />
      <Entry
        icon={<MailCheck size={22} />}
        label={t("shell.answered")}
        render={requireAccount(<Link to="/$locale/box/reply" params={params} onClick={close} />)}
      />
      <Entry
        icon={<Trash2 size={22} />}
        label={t("shell.bin")}
        render={requireAccount(<Link to="/$locale/box/dust" params={params} onClick={close} />)}
      />
      <Entry
        icon={<MessagesSquare size={22} />}
        label={t("shell.communities")}
        render={<Link to="/$locale/communities" params={params} onClick={close} />}
      />
      <Entry
        icon={<CircleQuestionMark size={22} />}
        label={t("shell.help")}
        render={<Link to="/$locale/hp" params={params} onClick={close} />}
      />
      <Entry
        icon={<Lightbulb size={22} />}
        label={t("shell.usage_guide")}
        render={<button type="button" onClick={showUsageGuide} />}
      />
      <Entry
        icon={<Keyboard size={22} />}
        label={t("modals.keys_title")}
        render={<button type="button" onClick={showKeys} />}
        // Narrow screens without a pointer that hovers are phones, most of which have no keyboard.
        className="max-md:not-any-pointer-fine:hidden"
      />
      <Entry
        icon={<Settings size={22} />}
        label={t("shell.settings")}
        render={requireAccount(<Link to="/$locale/stg" params={params} onClick={close} />)}
      />
      {user?.role && (
        <Entry
          icon={<ShieldCheck size={22} />}
          label={t("shell.staff")}
          render={<Link to="/$locale/adm" params={params} onClick={close} />}
        />
      )}
    </ul>
  );
}

interface EntryProps {
  icon: ReactNode;
  label: string;
  render: RenderedElement;
  className?: string;
}

function Entry({ icon, label, render, className: visibility }: EntryProps) {
  const className =
    "flex min-h-12 w-full items-center gap-4 rounded-lg px-3 py-2 text-left font-semibold hover:bg-surface-2";
  const children = (
    <>
      <span className="text-brand" aria-hidden="true">
        {icon}
      </span>
      <span className="min-w-0">{label}</span>
    </>
  );
  return <li className={visibility}>{renderAs(render, { className, children })}</li>;
}

/** The button to sign out; for visitors, the links to register and to sign in. */
function SessionButtons({ close }: { close: () => void }) {
  const { t, locale } = useTexts();
  const user = useCurrentUser();
  const className = "mt-8 border-t border-line pt-5";
  if (user) {
    return (
      <div className={className}>
        <SignOutButton user_id={user.id} />
      </div>
    );
  }
  return (
    <div className={`${className} grid gap-3`}>
      <Link
        to="/$locale/acc/regist"
        params={{ locale }}
        onClick={close}
        className={buildButtonClass({ isWide: true })}
      >
        {t("shell.sign_up")}
      </Link>
      <Link
        to="/$locale/acc/login"
        params={{ locale }}
        onClick={close}
        className={buildButtonClass({ variant: "outline", isWide: true })}
      >
        {t("shell.log_in")}
      </Link>
    </div>
  );
}
