import { Link } from "@tanstack/react-router";
import type { PublicUser } from "@toibako/contract/profiles.ts";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { Card } from "#ui/surfaces/card.tsx";
import { foldBlankLines } from "#ui/surfaces/count-lines.ts";
import { ProfileCounts } from "./profile-counts.tsx";

/** The profile of an answerer, shown in the aside of the answer's page. */
export function ProfileCard({ user, action }: { user: PublicUser; action?: ReactNode }) {
  const { t, locale } = useTexts();
  return (
    <Card as="section" aria-labelledby="profile-card" className="grid gap-3">
      <div className="flex items-center gap-3">
        <Avatar seed={user.account} src={user.icon_url} size={52} />
        <div className="min-w-0 flex-1">
          <h2 id="profile-card" className="running-text leading-tight wrap-anywhere">
            <bdi>{user.displaying_name}</bdi>
          </h2>
          <p
            translate="no"
            className="truncate text-sm leading-normal text-ink-2"
          >{`@${user.account}`}</p>
        </div>
      </div>
      <ProfileCounts user={user} />
      {user.self_introduction && (
        <p dir="auto" className="running-text line-clamp-4 text-sm whitespace-pre-line">
          {foldBlankLines(user.self_introduction)}
        </p>
      )}
      {action}
      <Link
        to="/$locale/$account"
        params={{ locale, account: user.account }}
        className={buildButtonClass({ variant: "outline", isWide: true })}
      >
        {t("profiles.to_profile")}
      </Link>
    </Card>
  );
}
