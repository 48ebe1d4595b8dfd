import type { PublicUser } from "@toibako/contract/profiles.ts";
import { MostLiked } from "#features/profiles/components/most-liked.tsx";
import { AskYourself } from "#features/questions/components/ask-yourself.tsx";
import { OwnBoxCard } from "#features/shares/components/own-box-card.tsx";
import { BoxReadyCard } from "#widgets/onboarding/box-ready-card.tsx";
import { PeopleToAsk } from "./people-to-ask.tsx";

interface OwnPartProps {
  user: PublicUser;
}

/**
 * Replaces the question form on the account's own profile: the card that says that a new box is ready, and buttons to
 * share the box and to ask oneself.
 */
export function OwnProfileStart({ user }: OwnPartProps) {
  return (
    <>
      <BoxReadyCard />
      <div className="lg:hidden">
        <OwnBoxCard user={user} />
      </div>
      <AskYourself account={user.account} displaying_name={user.displaying_name} />
    </>
  );
}

/** The aside of the account's own profile and home: buttons to share the box, most liked answers and people to ask. */
export function OwnAside({ user }: OwnPartProps) {
  return (
    <>
      <OwnBoxCard user={user} />
      <MostLiked account={user.account} />
      <PeopleToAsk />
    </>
  );
}
