import type { PublicUser } from "@toibako/contract/profiles.ts";
import { useInvite } from "#features/accounts/components/invite.tsx";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { FollowButton } from "#features/friends/components/follow-button.tsx";
import { MessageEntry } from "./-messages/message-entry.tsx";

/** On a profile: the way to write to its owner, and to follow them. */
export function ProfileActions({ user }: { user: PublicUser }) {
  return (
    <div className="flex shrink-0 flex-col items-end gap-2 sm:flex-row-reverse sm:items-center">
      <MessageEntry user={user} />
      <Follow user={user} />
    </div>
  );
}

/** Follows somebody else; invites visitors. */
export function Follow({ user }: { user: PublicUser }) {
  const invite = useInvite();
  const signed_in = useCurrentUser() !== undefined;
  if (user.is_self) return null;
  return (
    <FollowButton
      account={user.account}
      displaying_name={user.displaying_name}
      is_friend={user.is_friend}
      on_visitor={signed_in ? undefined : invite}
    />
  );
}
