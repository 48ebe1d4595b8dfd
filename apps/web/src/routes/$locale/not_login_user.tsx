import { isServer } from "@tanstack/react-query";
import { createFileRoute, Link, redirect } from "@tanstack/react-router";
import { currentUserQuery, readUser } from "#features/accounts/queries.ts";
import { HelpContents } from "#features/help/components/help-contents.tsx";
import { SentList } from "#features/outbox/components/sent-list.tsx";
import { VisitorInvitation } from "#features/outbox/components/visitor-invitation.tsx";
import { sentAnswersQuery, waitingQuestionsQuery } from "#features/outbox/queries.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { getPageNumbers, validatePageSearch, validateSentSearch } from "#lib/page/search.ts";
import { Badge } from "#ui/badge.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Tabs } from "#ui/navigation/tabs.tsx";
import { RecommendedLink } from "#widgets/friends/recommended-link.tsx";
import { preloadTopGame, TopGame } from "#widgets/games/lazy-games.tsx";
import { LazyBannerOffer } from "#widgets/modals/lazy-banner-offer.tsx";
import { AfterSending } from "#widgets/outbox/after-sending.tsx";
import { AskAgain } from "#widgets/outbox/ask-again.tsx";
import { LazySentQuestionPage } from "#widgets/outbox/lazy-sent-question-page.ts";
import { SentAnswer, WaitingQuestions } from "#widgets/outbox/sent-answer.tsx";
import {
  PopularQuestions,
  preloadPopularQuestions,
} from "#widgets/page/lazy-popular-questions.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";
import { useCounts } from "#widgets/shell/counts.ts";

export const Route = createFileRoute("/$locale/not_login_user")({
  validateSearch: (search: Record<string, unknown>) => ({
    ...validatePageSearch(search),
    ...validateSentSearch(search),
  }),
  loaderDeps: ({ search }) => ({ pages: getPageNumbers(search), sent: search.sent }),
  beforeLoad: async ({ context: { queryClient }, params, search }) => {
    const user = readUser(await queryClient.ensureQueryData(currentUserQuery()));
    if (user) {
      throw redirect({ to: "/$locale/me/home", params, search: { tab: "send", ...search } });
    }
  },
  loader: async ({ context, deps: { pages, sent } }) => {
    const { queryClient } = context;
    const topGame = preloadTopGame(context, "invitation");
    const popularQuestions = preloadPopularQuestions(queryClient);
    const waitingQuestions = queryClient.prefetchInfiniteQuery(waitingQuestionsQuery());
    await prefetchLists(queryClient, ...pages.map(sentAnswersQuery));
    await Promise.all([popularQuestions, topGame]);
    if (sent) await LazySentQuestionPage.preload?.();
    if (isServer || sent) await waitingQuestions;
  },
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("outbox.title"), noindex: true }),
  component: VisitorHome,
});

function VisitorHome() {
  const { sent } = Route.useSearch();
  return (
    // The list itself invites visitors to register, so the aside has links to help pages instead.
    <ShellPage {...(sent === undefined && { aside: <HelpContents /> })}>
      <AfterSending sent={sent}>
        <SentQuestions />
        {sent === undefined && <LazyBannerOffer />}
      </AfterSending>
    </ShellPage>
  );
}

function SentQuestions() {
  const { t, locale } = useTexts();
  const { send_items: n } = useCounts();
  const { sent: _sent, ...search } = Route.useSearch();
  const params = { locale };
  return (
    <>
      <VisitorInvitation>
        <Link to="/$locale/acc/regist" params={params} className={buildButtonClass()}>
          {t("outbox.register")}
        </Link>
        <Link
          to="/$locale/acc/login"
          params={params}
          className={buildButtonClass({ variant: "outline" })}
        >
          {t("shell.log_in")}
        </Link>
      </VisitorInvitation>
      <Tabs
        label={t("outbox.title")}
        className="mb-5"
        items={[
          {
            key: "send",
            label: t("outbox.tab"),
            isCurrent: true,
            badge: <Badge count={n} label={t("outbox.count", { n })} />,
            render: <Link to="/$locale/not_login_user" params={params} />,
          },
        ]}
      />
      <SentList
        reader="visitor"
        address={{
          ...search,
          link: (search) => <Link to="/$locale/not_login_user" params={params} search={search} />,
        }}
        nextStep={<RecommendedLink text={t("outbox.empty_action")} />}
        waitingQuestions={getPageNumbers(search)[0] === 1 && <WaitingQuestions />}
        popularQuestions={getPageNumbers(search)[0] === 1 && <PopularQuestions />}
        renderCard={(answer) => (
          <SentAnswer answer={answer}>
            <AskAgain answer={answer} />
          </SentAnswer>
        )}
      />
      <TopGame part="invitation" className="mt-6" />
      <p className="mt-6 grid justify-items-center text-center text-sm">
        <Link
          to="/$locale/communities/samples"
          params={params}
          className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
        >
          {t("communities.samples_link")}
        </Link>
        <Link
          to="/$locale/me/privacy"
          params={params}
          className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
        >
          {t("privacy.visitor_link")}
        </Link>
      </p>
    </>
  );
}
