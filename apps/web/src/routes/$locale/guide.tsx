import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { HelpContents } from "#features/help/components/help-contents.tsx";
import { Steps } from "#features/help/components/steps.tsx";
import { pageQuery } from "#features/help/queries/pages.ts";
import { splitByHeading } from "#lib/i18n/headings.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { EmptyInboxDrawing } from "#ui/drawings/empty-inbox.tsx";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { HeartsDrawing } from "#ui/drawings/hearts.tsx";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { NoAnswersDrawing } from "#ui/drawings/no-answers.tsx";
import { NoMembersDrawing } from "#ui/drawings/no-members.tsx";
import { NoQuestionsDrawing } from "#ui/drawings/no-questions.tsx";
import { NotFoundDrawing } from "#ui/drawings/not-found.tsx";
import { EnvelopeFlap } from "#ui/surfaces/envelope-flap.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";

export const Route = createFileRoute("/$locale/guide")({
  staticData: { isSameForVisitors: true },
  loader: async ({ context, params: { locale } }) => {
    await context.queryClient.ensureQueryData(pageQuery(locale, "guide"));
  },
  head: ({ params: { locale } }) => {
    const { t } = getTexts(locale);
    return buildPageHead({ locale, title: t("help.guide"), description: t("help.guide_lead") });
  },
  component: Guide,
});

// The drawings of the steps, in the order of the guide's parts.
const drawings = [
  [
    <EmptyInboxDrawing key="box" />,
    <FriendsDrawing key="link" />,
    <NoAnswersDrawing key="answer" />,
  ],
  [
    <NotFoundDrawing key="find" />,
    <LetterArrivingDrawing key="send" />,
    <HeartsDrawing key="read" />,
  ],
  [<NoMembersDrawing key="join" />, <NoQuestionsDrawing key="ask" />],
];

function Guide() {
  const { t, locale } = useTexts();
  const { data } = useSuspenseQuery(pageQuery(locale, "guide"));
  return (
    <ShellPage aside={<HelpContents />}>
      <header className="relative isolate mb-6 overflow-hidden rounded-sheet bg-paper px-6 pt-16 pb-8 text-center text-ink-on-paper sm:pt-20">
        <EnvelopeFlap className="h-16 sm:h-20" />
        <p className="absolute inset-x-0 top-11 grid justify-items-center sm:top-14">
          <span className="rounded-full bg-surface px-4 py-1 text-sm font-semibold text-brand shadow-e1">
            {t("help.guide")}
          </span>
        </p>
        <h1 className="mt-5 font-round text-2xl leading-[1.4]">{t("help.guide_title")}</h1>
        <p className="mx-auto mt-2 max-w-md text-balance">{t("help.guide_lead")}</p>
      </header>
      <div className="grid gap-6">
        {splitByHeading(data, "##").map(({ title, text }, partIndex) => (
          <section
            key={title}
            className="rounded-sheet bg-surface px-5 py-6 shadow-e2 sm:px-8 sm:py-8"
          >
            <h2 className="mb-6 text-xl">{title}</h2>
            <Steps
              steps={splitByHeading(text, "###").map((step, index) => ({
                ...step,
                drawing: drawings[partIndex]?.[index],
              }))}
            />
          </section>
        ))}
        <NextLinks />
      </div>
    </ShellPage>
  );
}

function NextLinks() {
  const { t, locale } = useTexts();
  const user = useCurrentUser();
  const params = { locale };
  return (
    <div className="flex flex-wrap justify-center gap-3 py-2">
      {user ? (
        <Link to="/$locale/me/home" params={params} className={buildButtonClass({ size: "lg" })}>
          {t("help.to_home")}
        </Link>
      ) : (
        <Link to="/$locale/acc/regist" params={params} className={buildButtonClass({ size: "lg" })}>
          {t("accounts.regist_button")}
        </Link>
      )}
      <Link
        to="/$locale/itr"
        params={params}
        className={buildButtonClass({ variant: "outline", size: "lg" })}
      >
        {t("help.itr")}
      </Link>
    </div>
  );
}
