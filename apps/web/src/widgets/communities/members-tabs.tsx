import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CommunityMember } from "@toibako/contract/communities/members.ts";
import { PenLine } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { MemberList } from "#features/communities/components/member-list.tsx";
import {
  type CommunityIds,
  followingMembersQuery,
  membersQuery,
  recommendedMembersQuery,
} from "#features/communities/queries.ts";
import { FollowButton } from "#features/friends/components/follow-button.tsx";
import { QuestionFormModal } from "#features/questions/components/question-form-modal.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useLockedLinks } from "#lib/page/locked-links.ts";
import { Button } from "#ui/buttons/button.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { NoMembersDrawing } from "#ui/drawings/no-members.tsx";
import { useListLabels } from "#ui/feedback/list-labels.ts";
import { EmptyState } from "#ui/feedback/states.tsx";
import { Pagination } from "#ui/navigation/pagination.tsx";
import { Tabs } from "#ui/navigation/tabs.tsx";

export const membersTabs = ["followers", "recommended_users", "all"] as const;
export type MembersTab = (typeof membersTabs)[number];

export const queriesOfTabs = {
  followers: followingMembersQuery,
  recommended_users: recommendedMembersQuery,
  all: membersQuery,
};

interface MembersTabsProps {
  ids: CommunityIds;
  tab: MembersTab;
  page: number;
  isSignedIn: boolean;
}

/** The members of a community. While a list is loading, the tabs are disabled, so that requests don't overlap. */
export function MembersTabs({ ids, tab, page, isSignedIn }: MembersTabsProps) {
  const { t, locale } = useTexts();
  const labels = useListLabels();
  const locked = useLockedLinks(
    membersTabs.map((tab) => queriesOfTabs[tab](ids, page).queryKey[0]),
  );
  const renderLink = (search: { tab: MembersTab; page?: number }) => (
    <Link
      to="/$locale/communities/$community_id/categories/$category_id/users"
      params={{ locale, ...ids }}
      search={search}
      {...locked}
    />
  );
  return (
    <>
      {isSignedIn && (
        <Tabs
          label={t("communities.members_tabs")}
          className="mb-5"
          items={membersTabs.map((key) => ({
            key,
            label: t(`communities.tab_${key}`),
            isCurrent: key === tab,
            render: renderLink({ tab: key }),
          }))}
        />
      )}
      <Members key={tab} ids={ids} tab={tab} page={page}>
        {(pages) => (
          <Pagination
            page={page}
            pages={pages}
            link={(number) => renderLink({ tab, ...(number > 1 && { page: number }) })}
            labels={labels.pages}
            isSinglePageHidden
            className="mt-6"
          />
        )}
      </Members>
    </>
  );
}

interface MembersProps extends Omit<MembersTabsProps, "isSignedIn"> {
  /** Renders the links to the other pages. */
  children: (pages: number) => ReactNode;
}

function Members({ ids, tab, page, children }: MembersProps) {
  const followers = useQuery({ ...followingMembersQuery(ids, page), enabled: tab === "followers" });
  const recommended = useQuery({
    ...recommendedMembersQuery(ids, page),
    enabled: tab === "recommended_users",
  });
  const all = useQuery({ ...membersQuery(ids, page), enabled: tab === "all" });
  const list = { followers, recommended_users: recommended, all }[tab];
  return (
    <>
      <MemberList
        members={list.data?.users}
        query={list}
        empty={
          tab === "followers" && followers.data?.is_link_needed ? (
            <LinkNeeded />
          ) : (
            <NoMembers tab={tab} />
          )
        }
        renderActions={(member) => <MemberActions member={member} tab={tab} />}
      />
      {list.data && children(list.data.pager.total_pages)}
    </>
  );
}

/** The button to ask a member; for recommended members also the button to follow. */
function MemberActions({ member, tab }: { member: CommunityMember; tab: MembersTab }) {
  const { account, displaying_name } = member;
  return (
    <>
      {tab === "recommended_users" && <FollowMember member={member} />}
      <AskMember account={account} displaying_name={displaying_name} />
    </>
  );
}

/**
 * The button to follow a recommended member. The server recommends only members whom the account doesn't follow, so the
 * first state is known. A member who is followed here stays in the shown list.
 */
function FollowMember({ member }: { member: CommunityMember }) {
  const [is_friend, setIsFriend] = useState(false);
  return (
    <FollowButton
      account={member.account}
      displaying_name={member.displaying_name}
      is_friend={is_friend}
      onChanged={setIsFriend}
    />
  );
}

/** Opens the question form for a member. */
function AskMember(props: Pick<CommunityMember, "account" | "displaying_name">) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const isSignedIn = useCurrentUser() !== undefined;
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        aria-label={t("communities.ask_name", { name: props.displaying_name })}
        onClick={() => setIsOpen(true)}
      >
        <PenLine size={18} aria-hidden="true" />
        {t("communities.ask")}
      </Button>
      <QuestionFormModal
        {...props}
        isSignedIn={isSignedIn}
        open={isOpen}
        onOpenChange={setIsOpen}
      />
    </>
  );
}

/** Shown to an account that has no followers here and hasn't linked X, from which it could import some. */
function LinkNeeded() {
  const { t, locale } = useTexts();
  return (
    <EmptyState
      drawing={<NoMembersDrawing />}
      title={t("communities.link_needed_title")}
      action={
        <Link
          to="/$locale/stg"
          params={{ locale }}
          search={{ tab: "sns" }}
          className={buildButtonClass()}
        >
          {t("communities.link_x")}
        </Link>
      }
    >
      {t("communities.link_needed_text")}
    </EmptyState>
  );
}

function NoMembers({ tab }: { tab: MembersTab }) {
  const { t } = useTexts();
  return (
    <EmptyState drawing={<NoMembersDrawing />} title={t(`communities.no_${tab}_title`)}>
      {t(`communities.no_${tab}_text`)}
    </EmptyState>
  );
}
