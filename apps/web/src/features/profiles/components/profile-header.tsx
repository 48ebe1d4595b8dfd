import type { PublicUser } from "@toibako/contract/profiles.ts";
import type { ReactNode } from "react";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { FoldedText } from "./folded-text.tsx";
import { ProfileCounts } from "./profile-counts.tsx";

interface ProfileHeaderProps {
  user: PublicUser;
  /** A button such as the follow button. */
  action?: ReactNode;
}

export function ProfileHeader({ user, action }: ProfileHeaderProps) {
  return (
    <header className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Avatar seed={user.account} src={user.icon_url} size={64} hasRing className="m-1" />
        <div className="min-w-0 flex-1 basis-40 max-sm:order-last max-sm:basis-full">
          <h1 className="line-clamp-3 text-xl leading-tight wrap-anywhere">
            {user.displaying_name}
          </h1>
          <p className="truncate text-sm leading-normal text-ink-2">@{user.account}</p>
        </div>
        {action}
      </div>
      <ProfileCounts user={user} />
      {user.self_introduction && (
        <FoldedText
          text={user.self_introduction}
          lines={3}
          className="text-sm"
        />
      )}
    </header>
  );
}
