import { Link } from "@tanstack/react-router";
import {
  communitiesBadge,
  friendsBadge,
  messagesBadge,
  type NavigationBadge,
} from "@toibako/contract/notices.ts";
import { Gamepad2, House, Inbox, MessageCircle, MessagesSquare, Users } from "lucide-react";
import type { ReactElement } from "react";
import { useInvite } from "#features/accounts/components/invite.tsx";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useBadges } from "#features/notices/queries/badges.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Badge } from "#ui/badge.tsx";
import { Avatar } from "#ui/drawings/avatar.tsx";
import type { NavItem } from "#ui/navigation/nav-item.ts";
import { useCounts } from "./counts.ts";
import { useCurrentDestination } from "./current-destination.ts";
import { getLinkLoading, useLastAccount } from "./last-account.ts";
import { NewMessageLink } from "./new-message-link.tsx";

const iconSize = 24;

/**
 * The main destinations. Those that need an account open the invitation for visitors. The bottom navigation of an
 * account has no room for the communities, so nothing is lit there on their pages.
 */
export function useDestinations(place: "rail" | "bottom"): NavItem[] {
  const { t, locale } = useTexts();
  const user = useCurrentUser();
  const invite = useInvite();
  const counts = useCounts();
  const badges = useBadges(user !== undefined);
  const { current, isAbovePage } = useCurrentDestination();
  const lastAccount = useLastAccount();
  const account = user ?? lastAccount;
  const hasCommunities = place === "rail" || !account;
  const params = { locale };
  const loading = getLinkLoading(lastAccount);

  const renderBadge = (n: number) => n > 0 && <Badge count={n} label={t("shell.unread", { n })} />;
  const renderNew = (keyword: NavigationBadge) =>
    badges?.some((badge) => badge.keyword === keyword) && <Badge text={t("shell.new")} />;
  const requireAccount = (link: ReactElement<object>) =>
    account ? link : <button type="button" className="w-full" onClick={invite} />;

  const items: NavItem[] = [
    {
      key: "home",
      label: t("shell.home"),
      icon: <House size={iconSize} aria-hidden="true" />,
      render: (
        <Link
          to={account ? "/$locale/me/home" : "/$locale/not_login_user"}
          params={params}
          {...loading}
        />
      ),
    },
    {
      key: "inbox",
      label: t("shell.inbox"),
      icon: <Inbox size={iconSize} aria-hidden="true" />,
      // The only count of what waits for the reader; the home says the rest.
      badge: renderBadge(counts.received_items),
      render: requireAccount(<Link to="/$locale/box" params={params} {...loading} />),
    },
    // Hidden: games are on a site of their own, to which a card on the home leads.
    {
      key: "game",
      label: t("shell.game"),
      icon: <Gamepad2 size={iconSize} aria-hidden="true" />,
      hidden: true,
      disabled: true,
      render: <span />,
    },
    {
      key: "friends",
      label: t("shell.friends"),
      icon: <Users size={iconSize} aria-hidden="true" />,
      badge: renderNew(friendsBadge),
      render: (
        <Link
          to="/$locale/me/friends"
          params={params}
          search={{ tab: account ? "timeline" : "recommend" }}
          {...loading}
        />
      ),
    },
    {
      key: "communities",
      label: t("shell.communities"),
      icon: <MessagesSquare size={iconSize} aria-hidden="true" />,
      badge: renderNew(communitiesBadge),
      hidden: !hasCommunities,
      render: <Link to="/$locale/communities" params={params} {...loading} />,
    },
    {
      key: "messages",
      label: t("shell.messages"),
      icon: <MessageCircle size={iconSize} aria-hidden="true" />,
      above: <NewMessageLink uuid={counts.newest_unread_room} />,
      badge: renderBadge(counts.messages) || renderNew(messagesBadge),
      render: requireAccount(<Link to="/$locale/me/talks" params={params} {...loading} />),
    },
    {
      key: "own_page",
      label: t("shell.own_page"),
      icon: account && <Avatar seed={account.account} src={account.icon_url} size={iconSize} />,
      hidden: !account,
      render: (
        <Link
          to="/$locale/$account"
          params={{ locale, account: account?.account ?? "" }}
          {...loading}
        />
      ),
    },
  ];
  return items.map((item) => ({ ...item, isCurrent: item.key === current, isAbovePage }));
}
