import { Link } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { Card } from "#ui/surfaces/card.tsx";

interface GreetingProps {
  user: CurrentUser;
  /** A sentence about what is new; "" if there is nothing new. */
  news: string;
  /** A button at the end of the greeting. */
  action?: ReactNode;
}

/** The top of an account's home. The picture, the name and a button link to the account's profile. */
export function Greeting({ user, news, action }: GreetingProps) {
  const { t, locale } = useTexts();
  const params = { locale, account: user.account };
  return (
    <Card as="section" className="mb-4 flex flex-wrap items-center gap-3">
      <Link
        to="/$locale/$account"
        params={params}
        className="flex min-w-0 flex-1 basis-40 flex-wrap items-center gap-3 rounded-md"
      >
        <Avatar seed={user.account} src={user.icon_url} size={56} />
        {/* Below the picture if the text is so large that a greeting would break within words beside it. */}
        <div className="min-w-0 flex-[1_1_8rem]">
          {/* Between rendering and hydration, the time of day may change. */}
          <h1 className="text-lg leading-snug wrap-anywhere" suppressHydrationWarning>
            {t(`inbox.greeting_${findTimeOfDay(new Date(), user.time_zone)}`, {
              name: user.displaying_name,
            })}
          </h1>
          <span className="block text-sm text-ink-2">{news || t("inbox.share_hint")}</span>
        </div>
      </Link>
      <span className="flex items-center gap-2">
        <Link
          to="/$locale/$account"
          params={params}
          className={buildButtonClass({ variant: "quiet", size: "sm", className: "max-sm:hidden" })}
        >
          {t("shell.own_page")}
        </Link>
        {action}
      </span>
    </Card>
  );
}

/** Returns the time of day in a time zone, by which the greeting is chosen. */
export function findTimeOfDay(
  now: Date,
  timeZone: string,
): "morning" | "day" | "evening" | "night" {
  const format = new Intl.DateTimeFormat("en", { hour: "numeric", hourCycle: "h23", timeZone });
  const hour = Number(format.format(now));
  if (hour < 4) return "night";
  if (hour < 11) return "morning";
  return hour < 18 ? "day" : "evening";
}
