import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { People } from "#features/friends/components/people.tsx";
import { followersQuery, friendsQuery } from "#features/friends/queries/people.ts";
import { ProfileShareButtons } from "#features/shares/components/profile-share-buttons.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useGrowingList } from "#lib/page/growing-list.ts";
import type { PageSearch } from "#lib/page/search.ts";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { RecommendedLink } from "./recommended-link.tsx";

function useTabLink(tab: "follows" | "followers"): (search: PageSearch) => ReactElement<LinkProps> {
  const { locale } = useTexts();
  return (search) => (
    <Link to="/$locale/me/friends" params={{ locale }} search={{ tab, ...search }} />
  );
}

/** The accounts that the current account follows. */
export function FollowsTab({ pages }: { pages: PageSearch }) {
  const { t } = useTexts();
  const link = useTabLink("follows");
  const list = useGrowingList({ ...pages, link }, friendsQuery);
  return (
    <People
      people={list.pages?.flatMap((page) => page.friends)}
      first={list.first}
      more={list.more}
      empty={
        <EmptyState
          drawing={<FriendsDrawing />}
          title={t("friends.no_follows_title")}
          action={<RecommendedLink text={t("friends.to_recommended")} />}
        >
          {t("friends.no_follows_text")}
        </EmptyState>
      }
    />
  );
}

/** The accounts that follow the current account. */
export function FollowersTab({ account, pages }: { account: string; pages: PageSearch }) {
  const { t } = useTexts();
  const link = useTabLink("followers");
  const list = useGrowingList({ ...pages, link }, (page) => followersQuery(account, page));
  return (
    <People
      people={list.pages?.flatMap((page) => page.users)}
      first={list.first}
      more={list.more}
      empty={
        <EmptyState
          drawing={<FriendsDrawing />}
          title={t("friends.no_followers_title")}
          action={<ProfileShareButtons account={account} />}
        >
          {t("friends.no_followers_text")}
        </EmptyState>
      }
    />
  );
}
