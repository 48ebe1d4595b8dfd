import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CommunityMember } from "@toibako/contract/communities/members.ts";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";

interface MemberListProps {
  /** Undefined until they are loaded. */
  members: CommunityMember[] | undefined;
  query: Pick<UseQueryResult<unknown>, "isError" | "isFetching" | "refetch">;
  /** Shown for an empty list. */
  empty: ReactNode;
  /** Renders the buttons of a member; not called for the reader. */
  renderActions: (member: CommunityMember) => ReactNode;
}

/** The members of a community: loading, empty, error and loaded states. */
export function MemberList({ members, query, empty, renderActions }: MemberListProps) {
  const { t } = useTexts();
  if (!members) {
    return (
      <LoadingState query={query} skeleton="row" title={t("communities.members_failed_title")}>
        {t("communities.list_failed_text")}
      </LoadingState>
    );
  }
  if (members.length === 0) return empty;
  return (
    <ul className="grid list-none grid-cols-1 gap-3 widest:grid-cols-2">
      {members.map((member) => (
        <MemberRow key={member.account} member={member}>
          {!member.is_self && renderActions(member)}
        </MemberRow>
      ))}
    </ul>
  );
}

function MemberRow({ member, children }: { member: CommunityMember; children: ReactNode }) {
  const { t, locale } = useTexts();
  const { account, displaying_name, icon_uri, self_introduction, is_self } = member;
  return (
    <li
      data-list-card=""
      className="relative flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl bg-surface p-4 shadow-e1"
    >
      <Avatar seed={account} src={icon_uri} size={48} />
      <div className="min-w-0 flex-[1_1_7rem]">
        <Link
          to="/$locale/$account"
          params={{ locale, account }}
          data-key="enter"
          className="block leading-snug font-bold wrap-anywhere stretched-link after:rounded-xl"
        >
          <bdi>{displaying_name}</bdi>
        </Link>
        <p className="flex flex-wrap items-center gap-x-2 text-sm leading-normal text-ink-2">
          <span translate="no" className="max-w-full truncate">{`@${account}`}</span>
          {is_self && (
            <span className="rounded-full bg-surface-2 px-2 text-xs whitespace-nowrap">
              {t("communities.you")}
            </span>
          )}
        </p>
      </div>
      {/* On phones, two buttons don't fit beside the name, and on narrow ones not even one, so they are below the introduction. */}
      <div className="relative ml-auto flex flex-wrap justify-end gap-2 max-[22.5rem]:order-last max-sm:has-[>button+button]:order-last max-sm:has-[>button+button]:basis-full">
        {children}
      </div>
      {self_introduction && (
        <p dir="auto" className="line-clamp-2 basis-full text-sm text-ink-2">
          {self_introduction}
        </p>
      )}
    </li>
  );
}
