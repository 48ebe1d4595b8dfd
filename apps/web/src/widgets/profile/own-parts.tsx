import type { PublicUser } from "@toibako/contract/profiles.ts";
import { MostLiked } from "#features/profiles/components/most-liked.tsx";
import { AskYourself } from "#features/questions/components/ask-yourself.tsx";
import { OwnBoxCard } from "#features/shares/components/own-box-card.tsx";

interface OwnPartProps {
  user: PublicUser;
}

/** Replaces the question form on the account's own profile. */
export function OwnProfileStart({ user }: OwnPartProps) {
  const { account, displaying_name, card_theme } = user;
  return <AskYourself {...{ account, displaying_name, card_theme }} />;
}

/** Below the answers of the account's own profile: buttons to share the box, which wide screens show in the aside. */
export function OwnProfileEnd({ user }: OwnPartProps) {
  return (
    <div className="lg:hidden">
      <OwnBoxCard user={user} />
    </div>
  );
}

/**
 * The aside of the account's own profile: buttons to share the box, and most liked answers where the window is high enough
 * for both.
 */
export function OwnAside({ user }: OwnPartProps) {
  return (
    <>
      <OwnBoxCard user={user} />
      <div className="contents [@media(height<60rem)]:hidden">
        <MostLiked account={user.account} />
      </div>
    </>
  );
}
