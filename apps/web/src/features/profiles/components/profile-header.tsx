import type { PublicUser } from "@toibako/contract/profiles.ts";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n.tsx";
import { Avatar } from "#ui/avatar.tsx";
import { Fold } from "./fold.tsx";

/** Who this is, in as little height as a phone can spare. */
export function ProfileHeader({ user }: { user: PublicUser }) {
  const { t } = useTexts();
  const b = (figure: ReactNode) => (
    <b className="text-[0.9375rem] text-ink tabular-nums">{figure}</b>
  );
  return (
    <header className="grid gap-3">
      <div className="flex items-center gap-4">
        <Avatar seed={user.account} src={user.icon_url} size={64} ring className="m-1" />
        <div className="min-w-0">
          <h1 className="text-xl leading-tight">{user.displaying_name}</h1>
          <p className="truncate text-sm leading-normal text-ink-2">@{user.account}</p>
          <p className="flex flex-wrap gap-x-4 text-sm leading-normal text-ink-2">
            <span>{t.rich("profiles.answers_count", { n: user.answers_count }, { b })}</span>
            <span>{t.rich("profiles.likes_count", { n: user.answer_likes_count }, { b })}</span>
          </p>
        </div>
      </div>
      {user.self_introduction && (
        <Fold
          text={user.self_introduction}
          lines={3}
          className="text-[0.9375rem] leading-relaxed"
        />
      )}
    </header>
  );
}
