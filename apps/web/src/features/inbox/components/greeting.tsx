import type { CurrentUser } from "@toibako/contract/accounts.ts";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { Card } from "#ui/surfaces/card.tsx";

interface GreetingProps {
  user: CurrentUser;
  /** Beside the name. */
  action?: ReactNode;
  /** Buttons to share the member's link. */
  children: ReactNode;
}

/** The top of the member's home. Wide screens show the share buttons in the aside. */
export function Greeting({ user, action, children }: GreetingProps) {
  const { t } = useTexts();
  return (
    <Card as="section" className="mb-3 grid gap-3">
      <div className="flex items-center gap-3">
        <Avatar seed={user.account} src={user.icon_url} size={52} />
        <div className="min-w-0 flex-1">
          <h1 className="text-lg leading-snug">
            {t("inbox.greeting", { name: user.displaying_name })}
          </h1>
          <p className="text-sm text-ink-2">{t("inbox.share_hint")}</p>
        </div>
        {action}
      </div>
      <div className="lg:hidden">{children}</div>
    </Card>
  );
}
