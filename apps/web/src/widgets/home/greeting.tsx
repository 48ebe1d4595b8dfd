import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import type { News } from "@toibako/contract/profiles.ts";
import { truncateText } from "@toibako/contract/text.ts";
import type { ReactElement, ReactNode } from "react";
import { newsQuery } from "#features/profiles/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { getItemSearch } from "#lib/page/search.ts";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { renderAs } from "#ui/render-as.ts";
import { FlapEdge } from "#ui/surfaces/flap-edge.tsx";
import { useCounts } from "#widgets/shell/counts.ts";

/** A longer name would make a sentence of several lines. */
const longestName = 12;

interface GreetingProps {
  user: CurrentUser;
  /** A button at the end of the greeting; with large text, beside the picture. */
  action?: ReactNode;
}

/**
 * The top of an account's home, in the theme of its box: a greeting by the hour, one line about the day, and a stamp of
 * the season. The picture and the name link to the account's profile.
 */
export function Greeting({ user, action }: GreetingProps) {
  const { t, locale } = useTexts();
  return (
    <header
      data-card-theme={user.card_theme}
      className="@container relative isolate -mx-4 -mt-4 mb-3 bg-paper pb-1 text-ink-on-paper md:mb-5 md:mx-0 md:mt-0 md:overflow-hidden md:rounded-sheet"
    >
      <div className="flex items-center gap-3 bg-flap px-4 pt-2 md:px-5">
        <Link
          to="/$locale/$account"
          params={{ locale, account: user.account }}
          className="flex min-w-0 flex-1 items-center gap-3 rounded-md @max-[14rem]:flex-col @max-[14rem]:items-start"
        >
          <span data-wax="face" className="size-14">
            <Avatar seed={user.account} src={user.icon_url} size={36} />
          </span>
          {/* Between rendering and hydration, the time of day may change. */}
          <h1
            className="line-clamp-2 min-w-0 flex-1 text-lg leading-snug wrap-anywhere @max-[14rem]:line-clamp-none sm:text-xl"
            suppressHydrationWarning
          >
            {t(`inbox.greeting_${findTimeOfDay(new Date(), user.time_zone)}`, {
              name: truncateText(user.displaying_name, longestName),
            })}
          </h1>
        </Link>
        <div className="@max-[14rem]:absolute @max-[14rem]:top-2 @max-[14rem]:right-4">
          {action}
        </div>
      </div>
      <FlapEdge />
      {/* As high as one line while the news are loading. */}
      <div className="flex min-h-11 items-center gap-3 px-4 md:px-5">
        <div className="min-w-0 flex-1">
          <DayLine />
        </div>
        {/* Between rendering and hydration, the month may change. */}
        <img
          src={`/pictures/season-stamps/${findSeason(new Date(), user.time_zone)}.svg`}
          alt=""
          width={36}
          height={44}
          suppressHydrationWarning
          className="shrink-0 rotate-4 drop-shadow-sm"
        />
      </div>
    </header>
  );
}

/** One line about the day; nothing until the news are loaded, or if that failed. */
function DayLine() {
  const { data } = useQuery(newsQuery());
  const line = useDayLine(data);
  if (!line) return null;
  const { text, link } = line;
  if (!link) return <p className="flex min-h-11 items-center">{text}</p>;
  return renderAs(link as ReactElement<object>, {
    className: "flex min-h-11 items-center gap-1 rounded-sm",
    children: (
      <span className="line-clamp-2 wrap-anywhere @max-[14rem]:line-clamp-none">
        <span>{text}</span>
        <span aria-hidden="true"> ›</span>
      </span>
    ),
  });
}

/**
 * Returns the first line that is true: a question has waited, likes, followers, this day a year ago, new letters, or a
 * quiet box.
 * Each has its own key, because React can't change the texts of a page that the browser has translated.
 */
function useDayLine(news: News | undefined): { text: ReactNode; link?: ReactElement } | undefined {
  const { t, locale } = useTexts();
  const { received_items } = useCounts();
  if (!news) return undefined;
  const { waiting_days, liked_answers, followers, year_ago } = news;
  const bold = { b: (children: ReactNode) => <b>{children}</b> };
  const params = { locale };
  if (waiting_days > 0) {
    const text = t.rich("inbox.day_waiting", { n: waiting_days }, bold);
    return { text, link: <Link key="waiting" to="/$locale/box" params={params} /> };
  }
  if (liked_answers > 0) {
    const text = t.rich("inbox.day_liked", { n: liked_answers }, bold);
    return { text, link: <Link key="liked" to="/$locale/me/notices" params={params} /> };
  }
  if (followers > 0) {
    const text = t.rich("inbox.day_followers", { n: followers }, bold);
    const search = { tab: "followers" } as const;
    const link = <Link key="followers" to="/$locale/me/friends" params={params} search={search} />;
    return { text, link };
  }
  if (year_ago?.body) {
    const text = t("inbox.day_year_ago", { text: truncateText(year_ago.body, longestQuote) });
    const link = (
      <Link
        key="year_ago"
        to="/$locale/q/$uuid"
        params={{ locale, uuid: year_ago.uuid_hash }}
        search={getItemSearch(year_ago)}
      />
    );
    return { text, link };
  }
  if (received_items > 0) {
    const text = t.rich("inbox.day_letters", { n: received_items }, bold);
    return { text, link: <Link key="letters" to="/$locale/box" params={params} /> };
  }
  return { text: t("inbox.day_quiet") };
}

/** Characters of a question that the line quotes. */
const longestQuote = 24;

/** Returns the season in Japan in the month of a time zone, by which the stamp is chosen. */
export function findSeason(now: Date, timeZone: string): "spring" | "summer" | "autumn" | "winter" {
  const month = Number(new Intl.DateTimeFormat("en", { month: "numeric", timeZone }).format(now));
  if (month < 3 || month === 12) return "winter";
  if (month < 6) return "spring";
  return month < 9 ? "summer" : "autumn";
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
