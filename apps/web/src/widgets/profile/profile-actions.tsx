import { Link } from "@tanstack/react-router";
import type { PublicUser } from "@toibako/contract/profiles.ts";
import { Pencil } from "lucide-react";
import { useInvite } from "#features/accounts/components/invite.tsx";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { FollowButton } from "#features/friends/components/follow-button.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { MessageEntry } from "./message-entry.tsx";
import { ProfileMenu } from "./profile-menu.tsx";

/**
 * The buttons of a profile: follow, edit the profile or open its menu, and write a message. Beside the name they are
 * as narrow as they can be; below it, on narrow phones, the follow button fills the row.
 */
export function ProfileActions({ user }: { user: PublicUser }) {
  return (
    <div className="flex max-w-full grow flex-wrap items-center justify-end gap-2 [&>button:first-child]:grow">
      <Follow user={user} />
      {user.is_self ? <EditProfile /> : <ProfileMenu user={user} />}
      <MessageEntry user={user} />
    </div>
  );
}

function EditProfile() {
  const { t, locale } = useTexts();
  return (
    <Link
      to="/$locale/stg"
      params={{ locale }}
      hash="profile"
      className={buildButtonClass({
        variant: "outline",
        size: "sm",
        className: "shrink-0 max-sm:size-11 max-sm:px-0",
      })}
    >
      <Pencil size={20} className="sm:hidden" aria-hidden="true" />
      <span className="max-sm:sr-only">{t("profiles.edit")}</span>
    </Link>
  );
}

/** The button to follow another account; visitors get the invitation. */
export function Follow({ user }: { user: PublicUser }) {
  const invite = useInvite();
  const isSignedIn = useCurrentUser() !== undefined;
  if (user.is_self) return null;
  return (
    <FollowButton
      account={user.account}
      displaying_name={user.displaying_name}
      is_friend={user.is_friend}
      onVisitor={isSignedIn ? undefined : invite}
    />
  );
}
