import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import type { UserAchievement } from "@toibako/contract/achievements.ts";
import { getLanguageTag } from "@toibako/contract/locales.ts";
import type { PublicUser } from "@toibako/contract/profiles.ts";
import { Award, Inbox, Send } from "lucide-react";
import { Greeting } from "#features/inbox/components/greeting.tsx";
import { nextQuestionsQuery } from "#features/inbox/queries.ts";
import { newsQuery, userQuery } from "#features/profiles/queries.ts";
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
import { useCounts } from "#widgets/shell/counts.ts";
import { AnswersReceived } from "./answers-received.tsx";
import { DiagnosisLink } from "./diagnosis-link.tsx";
import { NextQuestion } from "./next-question.tsx";

interface OverviewProps {
  user: CurrentUser;
}

/**
 * An account's home: what is new, the next question, answers to the account's own questions, and the counts
 * of its answers, likes and followers. While there is no question to answer, it offers questions of
 * communities.
 */
export function Overview({ user }: OverviewProps) {
  const profile = useQuery(userQuery(user.account)).data?.user;
  const hasNoQuestion = useQuery(nextQuestionsQuery()).data?.items.length === 0;
  useImportOffer();
  return (
    <>
      <Greeting user={user} news={useNews()} action={<HomeActions />} />
      <OnboardingCard user={user} />
      <NextQuestion account={user.account} />
      <AnswersReceived />
      <ListLinks />
      {profile && <ProfileCounts user={profile} />}
      <TopGame part="card" />
      <DiagnosisLink />
      {hasNoQuestion && <PopularQuestions />}
    </>
  );
}

/** The buttons beside the greeting: messages and achievements. */
function HomeActions() {
  const { t } = useTexts();
  const modal = useModal();
  const onSelect = (achievement: UserAchievement) => modal.open("achievement", { achievement });
  return (
    <>
      <UnreadMessagesLink />
      <IconButton
        label={t("achievements.open_list")}
        icon={<Award size={22} aria-hidden="true" />}
        variant="soft"
        onClick={() => modal.open("achievements", { onSelect })}
      />
    </>
  );
}

/** Returns a text that counts new questions, new followers and unread answers; "" if there are none. */
function useNews(): string {
  const { t } = useTexts();
  const { data } = useQuery(newsQuery());
  const { send_items } = useCounts();
  const { received_items = 0, followers = 0 } = data ?? {};
  const parts = [
    received_items > 0 && t("inbox.news_received", { n: received_items }),
    send_items > 0 && t("inbox.news_answers", { n: send_items }),
    followers > 0 && t("inbox.news_followers", { n: followers }),
  ].filter((part) => part !== false);
  if (parts.length === 0) return "";
  return t("inbox.news", { list: parts.join(t("inbox.news_separator")) });
}

/** The links to the lists of received and sent questions. */
function ListLinks() {
  const { t, locale } = useTexts();
  const links = [
    { tab: "received", label: t("inbox.tab_received"), Icon: Inbox },
    { tab: "send", label: t("outbox.tab"), Icon: Send },
  ] as const;
  return (
    <nav aria-label={t("inbox.home_tabs")}>
      <ul className="mb-4 grid list-none grid-cols-2 gap-3">
        {links.map(({ tab, label, Icon }) => (
          <li key={tab} className="grid">
            <Link
              to="/$locale/me/home"
              params={{ locale }}
              search={{ tab }}
              className="short-text flex min-h-12 items-center gap-3 rounded-xl bg-surface px-4 py-2 text-sm font-semibold shadow-e2 hover:bg-surface-2"
            >
              <Icon size={20} className="shrink-0 text-brand" aria-hidden="true" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ProfileCounts({ user }: { user: PublicUser }) {
  const { t, locale } = useTexts();
  const params = { locale, account: user.account };
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
    <Card as="section" aria-label={t("profiles.figures")} className="mb-4">
      <ul className="grid list-none grid-cols-3 text-center">
        {counts.map(({ n, label, link }) => (
          <li key={label}>
            {renderAs(link, {
              className: "block rounded-md py-2 hover:bg-surface-2",
              children: (
                <>
                  <span className="block text-xl font-bold tabular-nums">
                    {n.toLocaleString(getLanguageTag(locale))}
                  </span>
                  <span className="block text-sm text-ink-2">{label}</span>
                </>
              ),
            })}
          </li>
        ))}
      </ul>
    </Card>
  );
}
