import { useQuery } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import {
  type FollowerOnX,
  type FollowersOnXTab,
  followersOnXTabs,
} from "@toibako/contract/friends/import.ts";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { CompletedFollower, PendingFollower } from "#features/friends/components/follower-card.tsx";
import { followersOnXQuery } from "#features/friends/queries/import.ts";
import { followersOnXQueryName } from "#features/friends/queries/people.ts";
import { buildXPostUrl } from "#features/shares/components/sharing.tsx";
import { ApiError, describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useLockedLinks } from "#lib/page/locked-links.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { useListLabels } from "#ui/feedback/list-labels.ts";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { XMark } from "#ui/marks/x.tsx";
import { Pagination } from "#ui/navigation/pagination.tsx";
import { Tabs } from "#ui/navigation/tabs.tsx";

interface FollowersOnXProps {
  tab: FollowersOnXTab;
  page: number;
}

/**
 * Two tabs: imported followers with an account here, and those without. While a list is loading, the tabs are
 * disabled.
 */
export function FollowersOnX({ tab, page }: FollowersOnXProps) {
  const { t, locale } = useTexts();
  const labels = useListLabels();
  const locked = useLockedLinks([followersOnXQueryName]);
  const query = useQuery(followersOnXQuery(tab, page));
  const isXOffered = useRouter().options.context.site.providers.includes("twitter");
  const { data } = query;
  const renderLink = (search: FollowersOnXProps) => (
    <Link to="/$locale/follows" params={{ locale }} search={search} {...locked} />
  );
  return (
    <>
      <Tabs
        label={t("friends.on_x_tabs")}
        className="mb-5"
        items={followersOnXTabs.map((key) => ({
          key,
          label: t(`friends.tab_${key}`),
          isCurrent: key === tab,
          render: renderLink({ tab: key, page: 1 }),
        }))}
      />
      {!data && (
        <LoadingState
          query={query}
          skeleton="row"
          title={describeFollowersFailure(query.error, t("friends.error"))}
        />
      )}
      {data?.followers.length === 0 && (
        <EmptyState drawing={<FriendsDrawing />} title={t(`friends.no_${tab}_title`)}>
          {isXOffered && t(`friends.no_${tab}_text`)}
        </EmptyState>
      )}
      {data && data.followers.length > 0 && (
        <ul className="grid list-none grid-cols-1 gap-3">
          {data.followers.map((follower) =>
            follower.associated_toibako_account ? (
              <CompletedFollower key={follower.nickname} follower={follower} />
            ) : (
              <PendingFollower key={follower.nickname} follower={follower}>
                <RequestLink follower={follower} />
              </PendingFollower>
            ),
          )}
        </ul>
      )}
      {data && (
        <Pagination
          page={page}
          pages={Math.ceil(data.pager.total_count / data.pager.limit)}
          link={(number) => renderLink({ tab, page: number })}
          labels={labels.pages}
          isSinglePageHidden
          className="mt-6"
        />
      )}
    </>
  );
}

/** Returns the server's message; `fallback` if there is none or if the device is offline. */
function describeFollowersFailure(error: Error | null, fallback: string): string {
  const isOffline = error instanceof ApiError && error.code === "network";
  return isOffline ? fallback : describeFailure(error, fallback);
}

/** Links to X's form for a post that asks a follower to join, with the address of the account's box. */
function RequestLink({ follower: { nickname, displaying_name: name } }: { follower: FollowerOnX }) {
  const { t, locale } = useTexts();
  const { public_url } = useRouter().options.context;
  const account = useCurrentUser()?.account ?? "";
  const text = t("friends.request_text", { nickname });
  return (
    <a
      href={buildXPostUrl(`${public_url}/${locale}/${account}`, text, { mayMention: true })}
      target="_blank"
      rel="noopener noreferrer"
      className={buildButtonClass({ variant: "outline", size: "sm" })}
      aria-label={t("friends.request_name", { name })}
    >
      <XMark />
      {t("friends.request")}
    </a>
  );
}
