import { useQuery } from "@tanstack/react-query";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { People } from "#features/friends/components/people.tsx";
import { followersQuery, friendsQuery } from "#features/friends/queries.ts";
import { ProfileShareButtons } from "#features/shares/components/profile-share-buttons.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { PageLinks } from "#widgets/page/page-links.tsx";

function useLink(tab: "follows" | "followers"): (page: number) => ReactElement<LinkProps> {
  const { locale } = useTexts();
  return (page) => (
    <Link
      to="/$locale/me/friends"
      params={{ locale }}
      search={{ tab, ...(page > 1 && { page }) }}
    />
  );
}

/** The accounts that the member follows. */
export function FollowsTab({ page }: { page: number }) {
  const { t } = useTexts();
  const link = useLink("follows");
  const { data, ...state } = useQuery(friendsQuery(page));
  return (
    <People
      people={{ ...state, data: data && { users: data.friends, pager: data.pager } }}
      paging={(pager) => <PageLinks pager={pager} link={link} />}
      empty={
        <EmptyState drawing={<FriendsDrawing />} title={t("friends.no_follows_title")}>
          {t("friends.no_follows_text")}
        </EmptyState>
      }
    />
  );
}

/** The accounts that follow the member. */
export function FollowersTab({ account, page }: { account: string; page: number }) {
  const { t } = useTexts();
  const link = useLink("followers");
  return (
    <People
      people={useQuery(followersQuery(account, page))}
      paging={(pager) => <PageLinks pager={pager} link={link} />}
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
