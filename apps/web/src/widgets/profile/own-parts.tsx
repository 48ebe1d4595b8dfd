import type { PublicUser } from "@toibako/contract/profiles.ts";
import { MostLiked } from "#features/profiles/components/most-liked.tsx";
import { AskYourself } from "#features/questions/components/ask-yourself.tsx";
import { OwnBoxCard } from "#features/shares/components/own-box-card.tsx";
import { BoxOffer } from "#widgets/onboarding/box-offer.tsx";
import { PeopleToAsk } from "./people-to-ask.tsx";

interface OwnPartProps {
  user: PublicUser;
}

/** Shown on the account's own profile in place of the question form: sharing the box, and asking oneself. */
export function OwnProfileStart({ user }: OwnPartProps) {
  return (
    <>
      <BoxOffer />
      <div className="lg:hidden">
        <OwnBoxCard user={user} />
      </div>
      <AskYourself account={user.account} displaying_name={user.displaying_name} />
    </>
  );
}

/** Shown beside the account's own profile and home: sharing the box, and what to do next. */
export function OwnAside({ user }: OwnPartProps) {
  return (
    <>
      <OwnBoxCard user={user} />
      <MostLiked account={user.account} />
      <PeopleToAsk />
    </>
  );
}
