import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { getLanguageTag } from "@toibako/contract/locales.ts";
import type { LikedItem, Week } from "@toibako/contract/profiles.ts";
import { newsQuery } from "#features/profiles/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { getItemSearch } from "#lib/page/search.ts";
import { cx } from "#ui/cx.ts";
import { Card } from "#ui/surfaces/card.tsx";

/** On Sundays, what the account did in the week before; renders nothing on other days. */
export function WeekRecap({ user }: { user: CurrentUser }) {
  const { t, locale } = useTexts();
  const { data } = useQuery(newsQuery());
  if (!data?.week) return null;
  const { week, year_ago } = data;
  const tag = getLanguageTag(locale);
  const days = new Intl.DateTimeFormat(tag, { day: "numeric", month: "long", timeZone: "UTC" });
  const figures = [
    { n: week.answers.reduce((sum, n) => sum + n, 0), label: t("profiles.figure_answers") },
    { n: week.likes, label: t("profiles.figure_likes") },
    { n: week.followers, label: t("inbox.week_followers") },
  ];
  return (
    <Card as="section" className="mb-4 grid gap-4">
      <div>
        <h2 className="text-md leading-snug">{t("inbox.week_title")}</h2>
        {/* The browser may format dates differently from the server, which would be a hydration error. */}
        <p className="text-sm text-ink-2" suppressHydrationWarning>
          {days.formatRange(new Date(week.first_day), new Date(week.last_day))}
        </p>
      </div>
      <dl className="grid grid-cols-3 gap-2">
        {figures.map(({ n, label }) => (
          <div key={label} className="flex min-w-0 flex-col-reverse justify-end">
            <dt className="text-xs leading-tight text-ink-2">{label}</dt>
            <dd className="text-2xl font-bold tabular-nums">{n.toLocaleString(tag)}</dd>
          </div>
        ))}
      </dl>
      <Bars week={week} />
      {week.best && (
        <Quote
          user={user}
          item={week.best}
          label={t("inbox.week_best", { n: week.best.answer_likes_count })}
        />
      )}
      {year_ago?.body && <Quote user={user} item={year_ago} label={t("inbox.week_year_ago")} />}
    </Card>
  );
}

/** The height of the bar of the best day, in pixels. */
const barHeight = 44;

/** One bar for each day. What it shows is said by the number of answers above it. */
function Bars({ week: { answers, first_day } }: { week: Week }) {
  const { locale } = useTexts();
  const format = new Intl.DateTimeFormat(getLanguageTag(locale), {
    weekday: "narrow",
    timeZone: "UTC",
  });
  const most = Math.max(1, ...answers);
  return (
    <div className="grid grid-cols-7 items-end gap-1.5" aria-hidden="true">
      {answers.map((n, index) => {
        const day = new Date(first_day);
        day.setUTCDate(day.getUTCDate() + index);
        return (
          <div key={day.toISOString()} className="grid gap-1 text-center text-xs text-ink-2">
            <span
              className={cx("rounded-sm", n === most ? "bg-brand-fill" : "bg-brand-soft")}
              style={{ height: `${4 + (n / most) * barHeight}px` }}
            />
            <span suppressHydrationWarning>{format.format(day)}</span>
          </div>
        );
      })}
    </div>
  );
}

/** A question that the account has answered, in the theme of its box. */
function Quote({ user, item, label }: { user: CurrentUser; item: LikedItem; label: string }) {
  const { t, locale } = useTexts();
  return (
    <Link
      to="/$locale/q/$uuid"
      params={{ locale, uuid: item.uuid_hash }}
      search={getItemSearch(item)}
      data-card-theme={user.card_theme}
      className="block rounded-lg bg-paper px-4 py-3 text-ink-on-paper hover:brightness-[0.98]"
    >
      <span className="block text-xs text-ink-2-on-paper">{label}</span>
      <span className="line-clamp-2 font-semibold wrap-anywhere">
        {item.body || t("common.removed_question")}
      </span>
    </Link>
  );
}
