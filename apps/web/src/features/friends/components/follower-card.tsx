import { Link } from "@tanstack/react-router";
import { type FollowerOnX, followerIntroductionLength } from "@toibako/contract/friends/import.ts";
import { truncateText } from "@toibako/contract/text.ts";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { FollowButton } from "./follow-button.tsx";

/** A follower on X who has an account here, with a link to the account and a button to follow it. */
export function CompletedFollower({ follower }: { follower: FollowerOnX }) {
  const { locale } = useTexts();
  const { displaying_name, associated_toibako_account } = follower;
  if (!associated_toibako_account) return null;
  const { toibako_id: account, icon_url, is_friend } = associated_toibako_account;
  return (
    <FollowerCard
      follower={follower}
      seed={account}
      icon={icon_url}
      name={
        <Link to="/$locale/$account" params={{ locale, account }} className={nameClass}>
          <bdi>{displaying_name}</bdi>
        </Link>
      }
      handle={`@${account}`}
    >
      <FollowButton account={account} displaying_name={displaying_name} is_friend={is_friend} />
    </FollowerCard>
  );
}

/** A follower on X who has no account here, with a link to the profile on X. */
export function PendingFollower({
  follower,
  children,
}: {
  follower: FollowerOnX;
  children: ReactNode;
}) {
  const { nickname, displaying_name, profile_image_data } = follower;
  return (
    <FollowerCard
      follower={follower}
      seed={nickname}
      icon={profile_image_data?.urn}
      name={
        <a
          href={`https://x.com/${encodeURIComponent(nickname)}`}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className={nameClass}
        >
          <bdi>{displaying_name}</bdi>
        </a>
      }
      handle={`@${nickname}`}
    >
      {children}
    </FollowerCard>
  );
}

const nameClass = "block leading-snug font-bold wrap-anywhere stretched-link after:rounded-xl";

interface FollowerCardProps {
  follower: FollowerOnX;
  /** Decides which drawing is shown if there is no `icon`. */
  seed: string;
  icon: string | undefined;
  name: ReactNode;
  handle: string;
  /** The button of the card. */
  children: ReactNode;
}

function FollowerCard({ follower, seed, icon, name, handle, children }: FollowerCardProps) {
  const introduction = formatIntroduction(follower.self_introduction);
  return (
    <li className="relative flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl bg-surface p-4 shadow-e1">
      <Avatar seed={seed} src={icon} size={48} />
      <div className="min-w-0 flex-[1_1_7rem]">
        {name}
        <p translate="no" className="max-w-full truncate text-sm leading-normal text-ink-2">
          {handle}
        </p>
      </div>
      <div className="relative ml-auto max-[22.5rem]:order-last">{children}</div>
      {introduction && (
        <p dir="auto" className="basis-full text-sm wrap-anywhere text-ink-2">
          {introduction}
        </p>
      )}
    </li>
  );
}

/** Shortens an introduction. X returns the text "null" for some accounts without an introduction. */
function formatIntroduction(text: string): string {
  return text === "null" ? "" : truncateText(text, followerIntroductionLength);
}
