import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useTexts } from "#lib/i18n.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { EmptyState } from "#ui/states.tsx";
import { Screen } from "./-shell/screen.tsx";
import { ShareLink } from "./-shell/share-card.tsx";

interface PreparedProps {
  page: string;
  title: string;
  children: ReactNode;
}

/** A place that is still being prepared: says so, and what one can do now. */
export function Prepared({ page, title, children }: PreparedProps) {
  return (
    <Screen title={page}>
      <PreparedPart title={title}>{children}</PreparedPart>
    </Screen>
  );
}

/** The same inside a page that has more to show. */
export function PreparedPart({ title, children }: Omit<PreparedProps, "page">) {
  const { t, locale } = useTexts();
  const user = useCurrentUser();
  return (
    <EmptyState
      drawing={<FriendsDrawing />}
      title={title}
      action={
        user ? (
          <div className="w-full max-w-xs lg:hidden">
            <ShareLink account={user.account} />
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
  );
}
