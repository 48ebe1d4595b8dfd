import type { PublicUser } from "@toibako/contract/profiles.ts";
import type { ReactNode } from "react";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { FlapEdge } from "#ui/surfaces/flap-edge.tsx";
import { FoldedText } from "#ui/surfaces/folded-text.tsx";
import { ProfileCounts } from "./profile-counts.tsx";

interface ProfileHeaderProps {
  user: PublicUser;
  /** A button such as the follow button. */
  action?: ReactNode;
  /** Below the counts: the question form. */
  children?: ReactNode;
}

/**
 * The front of the account's box, in its theme: the picture on wax, the name and the buttons on the flap, the beginning
 * of the introduction, and the counts. It is low, so that phones show the first answer without scrolling.
 */
export function ProfileHeader({ user, action, children }: ProfileHeaderProps) {
  return (
    <header
      data-card-theme={user.card_theme}
      className="relative isolate -mx-4 -mt-4 bg-paper pb-4 text-ink-on-paper md:mx-0 md:mt-0 md:overflow-hidden md:rounded-sheet"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 bg-flap px-4 pt-3 pb-1 md:px-5">
        <span data-wax="face" className="size-[56px]">
          <Avatar seed={user.account} src={user.icon_url} size={36} />
        </span>
        <div className="min-w-22 flex-[999_1_0%]">
          <h1 className="running-text line-clamp-2 text-lg leading-tight wrap-anywhere">
            <bdi>{user.displaying_name}</bdi>
          </h1>
          <p
            translate="no"
            className="truncate text-xs text-ink-2-on-paper"
          >{`@${user.account}`}</p>
        </div>
        {action}
      </div>
      <FlapEdge />
      <div className="px-4 md:px-5">
        {user.self_introduction && (
          <FoldedText
            text={user.self_introduction}
            lines={2}
            isCompact
            className="mt-1 leading-[1.75]"
          />
        )}
        <div className="mt-1">
          <ProfileCounts user={user} isOnPaper />
        </div>
        {children && <div className="mt-3">{children}</div>}
      </div>
    </header>
  );
}
