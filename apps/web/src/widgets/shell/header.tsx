import { Link, useRouter } from "@tanstack/react-router";
import { ArrowLeft, Bell, Menu, Smartphone, X } from "lucide-react";
import type { ReactElement } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useNoticeBadge } from "#features/notices/queries/badges.ts";
import type { HistoryEntry } from "#lib/browser/account-history.ts";
import { closeAppLink } from "#lib/browser/app-link.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { usePreviousTitle, useShownLocation } from "#lib/page/previous-page.ts";
import { Badge } from "#ui/badge.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { cx } from "#ui/cx.ts";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { Logo } from "#ui/drawings/logo.tsx";
import { TopBar } from "#ui/navigation/top-bar.tsx";
import { renderAs } from "#ui/render-as.ts";
import { useCounts } from "./counts.ts";
import { isMainPage } from "./current-destination.ts";
import { loadAccountDrawer, loadMenuDrawer } from "./drawers.tsx";
import { useLastAccount } from "./last-account.ts";

interface HeaderProps {
  onMenu: () => void;
  onAccounts: () => void;
}

export function Header({ onMenu, onAccounts }: HeaderProps) {
  const { t, locale } = useTexts();
  const wayBack = useWayBack();
  return (
    <>
      <TopBar
        start={
          <div className="flex min-w-0 items-center gap-2">
            {wayBack}
            <Link
              to="/$locale"
              params={{ locale }}
              // Otherwise the link would be the current page on every page below it.
              activeOptions={{ exact: true }}
              aria-label={t("shell.to_top")}
              className={cx(
                "flex min-h-11 min-w-[30px] items-center rounded-md",
                wayBack && "max-md:hidden",
              )}
            >
              <Logo />
            </Link>
          </div>
        }
      >
        <PersonalButtons onAccounts={onAccounts} />
        <IconButton
          label={t("shell.menu")}
          icon={<Menu size={24} />}
          onClick={onMenu}
          onPointerEnter={loadMenuDrawer}
          onFocus={loadMenuDrawer}
        />
      </TopBar>
      <AppBanner />
    </>
  );
}

/**
 * Returns the way back to the page from which the reader came, or from held questions to the inbox; undefined on the main
 * pages, which have none.
 */
function useWayBack(): ReactElement | undefined {
  const { t, locale } = useTexts();
  const router = useRouter();
  const account = useCurrentUser()?.account;
  const path = useShownLocation().pathname.slice(locale.length + 1);
  const previousTitle = usePreviousTitle();
  if (isMainPage(path, account)) return undefined;
  const isInbox = previousTitle === undefined && path === "/box/held";
  const title = isInbox ? t("shell.inbox") : previousTitle;
  if (title === undefined) return undefined;
  const target = isInbox ? (
    <Link to="/$locale/box" params={{ locale }} />
  ) : (
    <button type="button" onClick={() => router.history.back()} />
  );
  return renderAs(target, {
    "aria-label": t("shell.back_to", { title }),
    className:
      "-ml-2 flex min-h-11 min-w-11 items-center gap-1 rounded-full px-2 font-semibold active:scale-[0.98] hover:bg-surface-2",
    children: (
      <>
        <ArrowLeft size={24} className="shrink-0" aria-hidden="true" />
        <span className="min-w-0 truncate">{title}</span>
      </>
    ),
  });
}

function PersonalButtons({ onAccounts }: Pick<HeaderProps, "onAccounts">) {
  const { t, locale } = useTexts();
  const user = useCurrentUser();
  const lastAccount = useLastAccount();
  if (!user) {
    if (lastAccount) return <AccountPicture entry={lastAccount} />;
    return (
      <Link
        to="/$locale/acc/login"
        params={{ locale }}
        className={buildButtonClass({
          variant: "text",
          className: "whitespace-nowrap @max-[15rem]:px-2 @max-[15rem]:text-sm",
        })}
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
        onPointerEnter={loadAccountDrawer}
        onFocus={loadAccountDrawer}
      />
    </>
  );
}

function AccountPicture({ entry }: { entry: HistoryEntry }) {
  return (
    <span className="grid size-11 place-items-center">
      <Avatar seed={entry.account} src={entry.icon_url} label={entry.name} size={30} />
    </span>
  );
}

/** Links to the notices, with a badge if there are unseen ones. If the badge can't be loaded, the label says so. */
function NoticeBell() {
  const { t, locale } = useTexts();
  const { is_exist, failure } = useNoticeBadge(true);
  // The badge and the count are separate requests, so the count can still be 0.
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

/** A banner for the operator's app, which is shown on iOS to accounts that have linked Instagram. */
function AppBanner() {
  const { t } = useTexts();
  const { site, is_ios } = useRouter().options.context;
  const user = useCurrentUser();
  const isShown = site.app_link_url !== null && is_ios && user?.provider.includes("instagram");
  if (!isShown || site.app_link_url === null) return null;
  return (
    <section
      aria-label={t("accounts.app_link_title")}
      className="border-b border-line bg-brand-soft in-data-[app-link=closed]:hidden"
    >
      <div className="mx-auto flex page-width items-center gap-3 py-1.5 pr-2 pl-4 text-ink-on-paper lg:px-6">
        <Smartphone size={22} aria-hidden="true" className="shrink-0" />
        <p className="min-w-0 flex-1 text-sm font-bold">{t("accounts.app_link_title")}</p>
        <a href={site.app_link_url} className={buildButtonClass({ size: "sm" })}>
          {t("accounts.app_link_open")}
        </a>
        <IconButton label={t("common.close")} icon={<X size={22} />} onClick={closeAppLink} />
      </div>
    </section>
  );
}
