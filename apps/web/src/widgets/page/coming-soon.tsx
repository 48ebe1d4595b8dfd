import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buttonClass } from "#ui/buttons/button-class.ts";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { ProfileAddress } from "./profile-address.tsx";
import { ShellPage } from "./shell-page.tsx";

interface ComingSoonProps {
  title: string;
  heading: string;
  children: ReactNode;
}

/** A page whose feature is not available yet, with something else to do. */
export function ComingSoonPage({ title, heading, children }: ComingSoonProps) {
  const { t, locale } = useTexts();
  const user = useCurrentUser();
  return (
    <ShellPage title={title}>
      <EmptyState
        drawing={<FriendsDrawing />}
        title={heading}
        action={
          user ? (
            <div className="w-full max-w-xs lg:hidden">
              <ProfileAddress account={user.account} />
            </div>
          ) : (
            <Link to="/$locale/acc/regist" params={{ locale }} className={buttonClass()}>
              {t("shell.own_box_title")}
            </Link>
          )
        }
      >
        {children}
      </EmptyState>
    </ShellPage>
  );
}
