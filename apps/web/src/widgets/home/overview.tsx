import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import type { UserAchievement } from "@toibako/contract/achievements.ts";
import { getLanguageTag } from "@toibako/contract/locales.ts";
import type { PublicUser } from "@toibako/contract/profiles.ts";
import { Award, Inbox, Send } from "lucide-react";
import { nextQuestionsQuery } from "#features/inbox/queries.ts";
import { Tutorial } from "#features/onboarding/components/tutorial.tsx";
import { MostLiked } from "#features/profiles/components/most-liked.tsx";
import { userQuery } from "#features/profiles/queries.ts";
import { OwnBoxCard } from "#features/shares/components/own-box-card.tsx";
import { formatCount } from "#lib/i18n/format.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { renderAs } from "#ui/render-as.ts";
import { Card } from "#ui/surfaces/card.tsx";
import { useImportOffer } from "#widgets/friends/import-offer.ts";
import { TopGame } from "#widgets/games/lazy-games.tsx";
import { useModal } from "#widgets/modals/modal-host.tsx";
import { OnboardingCard } from "#widgets/onboarding/onboarding-card.tsx";
import { PopularQuestions } from "#widgets/page/lazy-popular-questions.tsx";
import { UnreadMessagesLink } from "#widgets/profile/message-entry.tsx";
import { PeopleToAsk } from "#widgets/profile/people-to-ask.tsx";
import { useCounts } from "#widgets/shell/counts.ts";
import { AnswersReceived } from "./answers-received.tsx";
import { DiagnosisLink } from "./diagnosis-link.tsx";
import { Greeting } from "./greeting.tsx";
import { NextQuestion } from "./next-question.tsx";
import { WeekRecap } from "./week-recap.tsx";

interface OverviewProps {
  user: CurrentUser;
}

/**
 * An account's home tells what happened: a greeting with one line about the day, the letters to answer, on Sundays the
 * week, answers to the account's own questions, links to all questions, and its figures; on narrow screens its own box,
 * which wide ones show in the aside; on wide ones people to ask and its most liked answers. While there is no question
 * to answer, it offers questions of communities.
 */
export function Overview({ user }: OverviewProps) {
  const profile = useQuery(userQuery(user.account)).data?.user;
  const hasNoQuestion = useQuery(nextQuestionsQuery()).data?.items.length === 0;
  useImportOffer();
  return (
    <>
      {/* Two independent columns on the widest screens. */}
      <div className="widest:grid widest:grid-cols-2 widest:grid-rows-[auto_1fr] widest:gap-x-6">
        <div className="min-w-0">
          <Greeting user={user} action={<UnreadMessagesLink />} />
          {/* One prompt at a time. */}
          <Tutorial page="home">
            <OnboardingCard user={user} />
          </Tutorial>
          <NextQuestion account={user.account} />
        </div>
        <div className="min-w-0 widest:row-span-2">
          {hasNoQuestion && <PopularQuestions />}
          <WeekRecap user={user} />
          <AnswersReceived />
          <ListLinks />
          {profile && <ProfileCounts user={profile} />}
          <TopGame part="card" />
          <DiagnosisLink />
          {profile && (
            <div className="lg:hidden">
              <OwnBoxCard user={profile} />
            </div>
          )}
          <div className="mb-4 max-lg:hidden">
            <PeopleToAsk />
          </div>
        </div>
        <div className="min-w-0 max-lg:hidden">
          <MostLiked account={user.account} />
        </div>
      </div>
    </>
  );
}

/** The links to the lists of received and sent questions. */
function ListLinks() {
  const { t, locale } = useTexts();
  const { send_items } = useCounts();
  const links = [
    { tab: "received", label: t("inbox.tab_received"), Icon: Inbox, n: 0 },
    { tab: "send", label: t("outbox.tab"), Icon: Send, n: send_items },
  ] as const;
  return (
    <nav aria-label={t("inbox.home_tabs")}>
      <ul className="mb-4 grid list-none grid-cols-2 divide-x divide-line rounded-xl bg-surface shadow-e2">
        {links.map(({ tab, label, Icon, n }) => (
          <li key={tab} className="grid">
            <Link
              to="/$locale/me/home"
              params={{ locale }}
              search={{ tab }}
              className="short-text flex min-h-14 items-center gap-2 rounded-xl px-4 py-2 text-sm font-semibold hover:bg-surface-2"
            >
              <Icon size={20} className="shrink-0 text-brand" aria-hidden="true" />
              <span className="min-w-0 flex-1">{label}</span>
              {/* A plain number, because the only badge is that of the inbox. */}
              {n > 0 && (
                <span className="text-xs tabular-nums text-ink-2">
                  <span aria-hidden="true">{formatCount(locale, n)}</span>
                  <span className="sr-only">{t("outbox.count", { n })}</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ProfileCounts({ user }: { user: PublicUser }) {
  const { t, locale } = useTexts();
  const modal = useModal();
  const { account } = user;
  const params = { locale, account };
  const onSelect = (achievement: UserAchievement) => modal.open("achievement", { achievement });
  const counts = [
    {
      n: user.answers_count,
      label: t("profiles.figure_answers"),
      link: <Link to="/$locale/$account" params={params} hash="answers" />,
    },
    {
      n: user.answer_likes_count,
      label: t("profiles.figure_likes"),
      link: <Link to="/$locale/$account" params={params} />,
    },
    {
      n: user.followers_count,
      label: t("profiles.figure_followers"),
      link: <Link to="/$locale/me/friends" params={{ locale }} search={{ tab: "followers" }} />,
    },
  ];
  return (
    <Card
      as="section"
      aria-label={t("profiles.figures")}
      className="mb-4 flex items-center gap-2 max-sm:px-3 max-[22rem]:gap-0 max-[22rem]:px-2"
    >
      <ul className="grid min-w-0 flex-1 list-none grid-cols-3 text-center">
        {counts.map(({ n, label, link }) => (
          <li key={label}>
            {renderAs(link, {
              className: "block rounded-md py-2 hover:bg-surface-2",
              children: (
                <>
                  <span className="block text-xl font-bold tabular-nums">
                    {n.toLocaleString(getLanguageTag(locale))}
                  </span>
                  <span className="block text-sm wrap-normal text-ink-2 max-[22rem]:text-xs">
                    {label}
                  </span>
                </>
              ),
            })}
          </li>
        ))}
      </ul>
      <IconButton
        label={t("achievements.open_list")}
        icon={<Award size={22} aria-hidden="true" />}
        variant="soft"
        onClick={() => modal.open("achievements", { onSelect })}
      />
    </Card>
  );
}
