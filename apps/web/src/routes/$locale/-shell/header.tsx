import { Link, useMatches } from "@tanstack/react-router";
import { Bell, Menu } from "lucide-react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useNoticeBadge } from "#features/notices/queries.ts";
import { useTexts } from "#lib/i18n.tsx";
import { Avatar } from "#ui/avatar.tsx";
import { Badge } from "#ui/badge.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Logo } from "#ui/logo.tsx";
import { loadOverlay } from "#ui/overlay.tsx";
import { TopBar } from "#ui/top-bar.tsx";
import { AppLink } from "./app-link.tsx";
import { useCounts } from "./counts.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** A step of the first set-up: the header stays away until it is done. */
    initial_setup?: boolean;
  }
}

interface HeaderProps {
  onMenu: () => void;
  onAccounts: () => void;
}

export function Header({ onMenu, onAccounts }: HeaderProps) {
  const { t, locale } = useTexts();
  const in_setup = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.initial_setup),
  });
  if (in_setup) return null;
  return (
    <>
      <TopBar
        start={
          <Link
            to="/$locale"
            params={{ locale }}
            aria-label={t("shell.to_top")}
            className="flex min-h-11 items-center rounded-md"
          >
            <Logo />
          </Link>
        }
      >
        <PersonalButtons onAccounts={onAccounts} />
        <IconButton
          label={t("shell.menu")}
          icon={<Menu size={24} />}
          onClick={onMenu}
          onPointerEnter={loadOverlay}
          onFocus={loadOverlay}
        />
      </TopBar>
      <AppLink />
    </>
  );
}

function PersonalButtons({ onAccounts }: Pick<HeaderProps, "onAccounts">) {
  const { t, locale } = useTexts();
  const user = useCurrentUser();
  if (!user) {
    return (
      <Link
        to="/$locale/acc/login"
        params={{ locale }}
        className={buttonClass({ variant: "text", className: "whitespace-nowrap" })}
      >
        {t("shell.log_in")}
      </Link>
    );
  }
  return (
    <>
      <NoticeBell />
      <IconButton
        label={t("shell.accounts")}
        icon={<Avatar seed={user.account} src={user.icon_url} size={30} />}
        onClick={onAccounts}
        onPointerEnter={loadOverlay}
        onFocus={loadOverlay}
      />
    </>
  );
}

/** Marked while there are unseen notices; says why when the server could not tell. */
function NoticeBell() {
  const { t, locale } = useTexts();
  const { is_exist, failure } = useNoticeBadge(true);
  const n = Math.max(1, useCounts().notices);
  const label = is_exist ? t("shell.notices_unread", { n: String(n) }) : t("shell.notices");
  return (
    <IconButton
      label={failure === undefined ? label : t("notices.bell_failed", { message: failure })}
      icon={<Bell size={24} />}
      badge={is_exist && <Badge count={n} />}
      render={<Link to="/$locale/me/notices" params={{ locale }} />}
    />
  );
}
