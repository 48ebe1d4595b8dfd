import { Link } from "@tanstack/react-router";
import type { Community } from "@toibako/contract/communities.ts";
import { truncateText } from "@toibako/contract/text.ts";
import { Flame, MessageCircleQuestionMark, UsersRound } from "lucide-react";
import { createElement, type ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { getIds } from "../queries.ts";
import { CommunityIcon } from "./community-icon.tsx";

/** Cards and rows cut the name of a community after this number of characters. */
const maxNameLength = 9;

interface CommunityCardProps {
  community: Community;
  /** The button that joins or leaves the community. */
  joinButton: ReactNode;
  /** The recommended members of a joined community; undefined until they are loaded. */
  members?: PicturedMember[] | undefined;
  /** The heading level of the name. */
  heading?: 2 | 3;
  hasPopularMark?: boolean;
  /** Shown at the end of the card. */
  children?: ReactNode;
}

interface PicturedMember {
  icon_uri: string;
  displaying_name: string;
}

/**
 * A community in a list, with links to its page, members and questions. The card shows members of a joined
 * community, and the description of any other community.
 */
export function CommunityCard({
  community,
  joinButton,
  members,
  heading = 3,
  hasPopularMark = false,
  children,
}: CommunityCardProps) {
  const { is_joined, description, icon_uri } = community;
  return (
    <article data-list-card="" className="relative rounded-xl bg-surface p-4 shadow-e1">
      <div className="flex flex-wrap items-center gap-3">
        <CommunityIcon src={icon_uri} size={56} />
        {/* On the narrowest screens, a long button is below the name. */}
        <div className="min-w-30 flex-1">
          <div className="flex flex-wrap items-center gap-x-2">
            {createElement(
              `h${heading}`,
              { className: "text-md leading-snug" },
              <CommunityLink community={community} className="stretched-link after:rounded-xl" />,
            )}
            {hasPopularMark && <PopularMark />}
          </div>
          <CommunityCounts community={community} />
        </div>
        <div className="relative ml-auto">{joinButton}</div>
      </div>
      {is_joined ? (
        <CardMembers community={community} members={members} />
      ) : (
        <p dir="auto" className="running-text mt-2 line-clamp-3 text-sm text-ink-2">
          {description}
        </p>
      )}
      <div className="contents">{children}</div>
    </article>
  );
}

export function PopularMark() {
  const { t } = useTexts();
  return (
    <span className="inline-flex items-center gap-0.5 rounded-full bg-like-soft px-2 text-xs font-semibold whitespace-nowrap text-like">
      <Flame size={12} aria-hidden="true" />
      {t("communities.popular")}
    </span>
  );
}

/** The name of a community as a link to its page. */
export function CommunityLink({
  community,
  className = "",
}: {
  community: Community;
  className?: string;
}) {
  const { locale } = useTexts();
  return (
    <Link
      to="/$locale/communities/$community_id/categories/$category_id"
      params={{ locale, ...getIds(community) }}
      data-key="enter"
      className={`rounded-sm font-bold ${className}`}
    >
      <CommunityName name={community.name} />
    </Link>
  );
}

/** A community's name with a “#” before it. A long name is cut, except for screen readers. */
function CommunityName({ name }: { name: string }) {
  const shownName = truncateText(name, maxNameLength);
  if (shownName === name) return <bdi>{`#${name}`}</bdi>;
  return (
    <>
      <bdi aria-hidden="true" title={`#${name}`}>
        {`#${shownName}`}
      </bdi>
      <span className="sr-only">{`#${name}`}</span>
    </>
  );
}

interface CommunityCountsProps {
  community: Community;
  /** Whether words say what the numbers count, instead of icons. */
  showsWords?: boolean;
}

/** The numbers of members and questions, as links to their pages. */
export function CommunityCounts({ community, showsWords = false }: CommunityCountsProps) {
  const { t, locale, tag } = useTexts();
  const { members_count, questions_count } = community;
  const params = { locale, ...getIds(community) };
  const className =
    "relative inline-flex min-h-6 items-center gap-1 whitespace-nowrap underline-offset-4 after:absolute after:-inset-x-1.5 after:-inset-y-2.5 hover:underline";
  const renderCount = (icon: ReactNode, n: number, words: string) =>
    showsWords ? (
      words
    ) : (
      <>
        {icon}
        <span aria-hidden="true">{n.toLocaleString(tag)}</span>
        <span className="sr-only">{words}</span>
      </>
    );
  return (
    <p className="flex flex-wrap gap-x-4 text-sm leading-normal text-ink-2 tabular-nums">
      <Link
        to="/$locale/communities/$community_id/categories/$category_id/users"
        params={params}
        className={className}
      >
        {renderCount(
          <UsersRound size={16} aria-hidden="true" />,
          members_count,
          t("communities.members_count", { n: members_count }),
        )}
      </Link>
      <Link
        to="/$locale/communities/$community_id/categories/$category_id/items"
        params={params}
        className={className}
      >
        {renderCount(
          <MessageCircleQuestionMark size={16} aria-hidden="true" />,
          questions_count,
          t("communities.questions_count", { n: questions_count }),
        )}
      </Link>
    </p>
  );
}

/** A link to the recommended members of a joined community, with some of their pictures. */
function CardMembers({
  community,
  members = [],
}: Pick<CommunityCardProps, "community" | "members">) {
  const { t, locale } = useTexts();
  const params = { locale, ...getIds(community) };
  return (
    <Link
      to="/$locale/communities/$community_id/categories/$category_id/users"
      params={params}
      search={{ tab: "recommended_users" }}
      className="relative mt-2 flex min-h-11 items-center gap-2 rounded-lg text-sm font-semibold text-brand"
    >
      {members.length > 0 && (
        <span className="flex shrink-0 -space-x-2">
          {members.map(({ icon_uri, displaying_name }, index) => (
            <Avatar
              // biome-ignore lint/suspicious/noArrayIndexKey: two members may look the same
              key={index}
              seed={displaying_name}
              src={icon_uri}
              label={displaying_name}
              size={32}
              className="ring-2 ring-surface"
            />
          ))}
        </span>
      )}
      <span className="min-w-0">{t("communities.see_more_members")} ›</span>
    </Link>
  );
}
