import { Link, useMatches } from "@tanstack/react-router";
import { Bell, Menu } from "lucide-react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useNoticeBadge } from "#features/notices/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Badge } from "#ui/badge.tsx";
import { buttonClass } from "#ui/buttons/button-class.ts";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { Logo } from "#ui/drawings/logo.tsx";
import { TopBar } from "#ui/navigation/top-bar.tsx";
import { loadOverlay } from "#ui/overlays/overlay.tsx";
import { AppBanner } from "./app-banner.tsx";
import { useCounts } from "./counts.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** A step of the first set-up, during which the header is hidden. */
    initial_setup?: boolean;
  }
}

interface HeaderProps {
  onMenu: () => void;
  onAccounts: () => void;
}

export function Header({ onMenu, onAccounts }: HeaderProps) {
  const { t, locale } = useTexts();
  const isInSetup = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.initial_setup),
  });
  if (isInSetup) return null;
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
      <AppBanner />
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

/** Marked if there are unseen notices; its label says if the server could not tell. */
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
