import { Link } from "@tanstack/react-router";
import { PenLine } from "lucide-react";
import { useInvite } from "#features/accounts/components/invite.tsx";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { renderAs } from "#ui/render-as.ts";
import { getLinkLoading, useLastAccount } from "./last-account.ts";

/**
 * The button of the rail that leads to where one finds people to ask, as “Ask someone” on the home does. For visitors it
 * opens the invitation.
 */
export function AskSomeone() {
  const { t, locale } = useTexts();
  const invite = useInvite();
  const user = useCurrentUser();
  const lastAccount = useLastAccount();
  const element =
    user || lastAccount ? (
      <Link
        to="/$locale/me/friends"
        params={{ locale }}
        search={{ tab: "recommend" }}
        {...getLinkLoading(lastAccount)}
      />
    ) : (
      <button type="button" onClick={invite} />
    );
  return renderAs(element, {
    className:
      "flex min-h-14 w-full flex-col items-center justify-center gap-1 rounded-xl text-center text-xs leading-tight font-bold text-brand transition-[transform,filter] duration-120 ease-calm active:scale-[0.98] xl:min-h-11 xl:flex-row xl:gap-2 xl:rounded-full xl:bg-brand-soft xl:px-4 xl:text-md xl:leading-snug xl:hover:brightness-[0.98] xl:forced-colors:border",
    children: (
      <>
        <span className="grid h-7.5 w-14 place-items-center rounded-full bg-brand-fill text-on-brand xl:contents xl:text-brand">
          <PenLine size={20} aria-hidden="true" className="shrink-0" />
        </span>
        <span className="short-text max-w-full min-w-0">{t("shell.ask")}</span>
      </>
    ),
  });
}
