import type { PublicUser } from "@toibako/contract/profiles.ts";
import type { ReactNode } from "react";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { FoldedText } from "#ui/surfaces/folded-text.tsx";
import { ProfileCounts } from "./profile-counts.tsx";

interface ProfileHeaderProps {
  user: PublicUser;
  /** A button such as the follow button. */
  action?: ReactNode;
}

/**
 * The picture, the name and the buttons in one row, the beginning of the introduction, and the counts. It is low, so
 * that phones show the first answer without scrolling.
 */
export function ProfileHeader({ user, action }: ProfileHeaderProps) {
  return (
    <header className="-mt-2 -mb-3 lg:mt-0">
      <div className="flex flex-wrap items-center gap-2">
        <Avatar seed={user.account} src={user.icon_url} size={56} />
        <div className="min-w-22 flex-1">
          <h1 className="running-text line-clamp-2 text-lg leading-tight wrap-anywhere">
            <bdi>{user.displaying_name}</bdi>
          </h1>
          <p translate="no" className="truncate text-xs text-ink-2">{`@${user.account}`}</p>
        </div>
        {action}
      </div>
      {user.self_introduction && (
        <FoldedText
          text={user.self_introduction}
          lines={2}
          isCompact
          className="mt-2 leading-[1.75]"
        />
      )}
      <div className="mt-1">
        <ProfileCounts user={user} />
      </div>
    </header>
  );
}
