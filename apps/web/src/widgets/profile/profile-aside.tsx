import type { PublicUser } from "@toibako/contract/profiles.ts";
import { Link2 } from "lucide-react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { MostLiked } from "#features/profiles/components/most-liked.tsx";
import { useSharing } from "#features/shares/components/sharing.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Card } from "#ui/surfaces/card.tsx";
import { SignUpCard } from "#widgets/page/default-aside.tsx";
import { PeopleToAsk } from "./people-to-ask.tsx";

/** The aside of another account's profile: its link, its most liked answers, and other people to ask. */
export function ProfileAside({ user }: { user: PublicUser }) {
  const { t, locale } = useTexts();
  const { account, displaying_name, image_url } = user;
  const text = t("profiles.title", { name: displaying_name, account });
  const { copy } = useSharing({ path: `/${locale}/${account}`, text });
  return (
    <>
      <Card as="section" className="grid gap-3">
        <h2 className="text-md leading-snug">
          {t("profiles.share_them", { name: displaying_name })}
        </h2>
        <img
          src={image_url}
          alt=""
          width={1200}
          height={630}
          loading="lazy"
          decoding="async"
          className="h-auto w-full rounded-md bg-surface-2"
        />
        <Button variant="outline" isWide onClick={copy}>
          <Link2 size={18} aria-hidden="true" />
          {t("profiles.copy_link")}
        </Button>
      </Card>
      <MostLiked account={account} />
      {useCurrentUser() ? <PeopleToAsk except={account} /> : <SignUpCard />}
    </>
  );
}
