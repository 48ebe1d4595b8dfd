import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, redirect } from "@tanstack/react-router";
import type { Locale } from "@toibako/contract/locales.ts";
import type { Question } from "@toibako/contract/questions.ts";
import { truncateText } from "@toibako/contract/text.ts";
import { useEffect } from "react";
import { AnswerForm } from "#features/answers/components/answer-form.tsx";
import { ProfileCard } from "#features/profiles/components/profile-card.tsx";
import { userQuery } from "#features/profiles/queries.ts";
import { UnansweredQuestion } from "#features/questions/components/unanswered-question.tsx";
import { latestAnswersQuery, questionQuery } from "#features/questions/queries.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts } from "#lib/i18n/texts.tsx";
import {
  buildPageHead,
  describeAnswer,
  descriptionLength,
  quotedQuestionLength,
} from "#lib/page/head.ts";
import {
  getPageNumbers,
  type ItemSearch,
  type PageSearch,
  validateItemSearch,
  validatePageSearch,
} from "#lib/page/search.ts";
import { defineLazyModule, useOptionalModule } from "#ui/lazy-module.ts";
import { ReadingAds } from "#widgets/ads/reading-ads.tsx";
import { AnsweredQuestion } from "#widgets/item/answered-question.tsx";
import { loadJustAnswered } from "#widgets/item/just-answered-part.ts";
import { DefaultAside } from "#widgets/page/default-aside.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";
import { Follow } from "#widgets/profile/profile-actions.tsx";

function validateQuestionSearch(search: Record<string, unknown>): PageSearch & ItemSearch {
  return { ...validateItemSearch(search), ...validatePageSearch(search) };
}

export const Route = createFileRoute("/$locale/q/$uuid")({
  staticData: { isSameForVisitors: true },
  validateSearch: validateQuestionSearch,
  loaderDeps: ({ search }) => ({ pages: getPageNumbers(search), answer_id: search.answer_id }),
  loader: async ({ context: { queryClient }, params, deps: { pages, answer_id } }) => {
    const { uuid, locale } = params;
    const { question } = await queryClient.ensureQueryData(questionQuery(uuid, answer_id));
    // Only an answered question has an `item`.
    if (!question.item) {
      if (question.associated_community) throw redirectToCommunity(locale, question);
      // For the number of answers, which is shown right after answering.
      void queryClient.prefetchQuery(userQuery(question.account));
      // Also when the form is on another page, which preloads this one.
      loadJustAnswered();
      return;
    }
    await prefetchLists(
      queryClient,
      userQuery(question.account),
      ...pages.map((page) => latestAnswersQuery(uuid, page, answer_id)),
    );
  },
  head: ({ params: { locale, uuid }, match: { context, search } }) => {
    const { queryKey } = questionQuery(uuid, search.answer_id);
    const { question } = context.queryClient.getQueryData(queryKey) ?? {};
    if (!question) return {};
    const { t } = getTexts(locale);
    const { item, body } = question;
    if (!item) {
      return buildPageHead({ locale, title: t("questions.unanswered_title"), noindex: true });
    }
    const url = context.public_url + question.image_url;
    const name = item.answered_user_name;
    if (item.is_withheld) {
      const description = t("profiles.sensitive_title");
      const title = t("questions.sensitive_page_title", { name });
      return buildPageHead({ locale, title, description, image: { url, alt: description } });
    }
    const text = item.is_deleted ? t("common.removed_question") : body;
    const quoted = {
      question: truncateText(text.replaceAll("\n", " "), quotedQuestionLength),
    };
    return buildPageHead({
      locale,
      title: t("questions.page_title", { ...quoted, name }),
      description: truncateText(describeAnswer(item).replaceAll("\n", " "), descriptionLength),
      image: { url, alt: t("questions.card_alt", quoted) },
    });
  },
  component: QuestionPage,
});

/** Returns a redirect to the page of a community's question, for an address that names no answer. */
function redirectToCommunity(
  locale: Locale,
  { uuid_hash: uuid, associated_community }: Pick<Question, "uuid_hash" | "associated_community">,
) {
  const { id = "", category_id = "" } = associated_community ?? {};
  return redirect({
    to: "/$locale/communities/$community_id/categories/$category_id/items/$uuid",
    params: { locale, community_id: id, category_id, uuid },
  });
}

/** The form of an unanswered question. The code of what follows is loaded while the form is shown. */
function QuestionToAnswer({ question }: { question: Question }) {
  const navigate = Route.useNavigate();
  useEffect(loadJustAnswered, []);
  const aside = useOptionalModule(ownQuestionAside, true);
  const commands = useOptionalModule(questionCommands, true);
  return (
    <>
      <UnansweredQuestion
        question={question}
        commands={commands && <commands.QuestionCommands question={question} />}
      >
        <AnswerForm
          question={question}
          // The answer stands here already, and has scrolled to its place.
          onAnswered={(href) => navigate({ href, resetScroll: false })}
        />
      </UnansweredQuestion>
      {/* Wide screens show them in the aside. */}
      <div className="mt-5 lg:hidden">
        {aside && <aside.WaitingQuestions shown_id={question.uuid_hash} />}
      </div>
    </>
  );
}

function QuestionPage() {
  const { uuid } = Route.useParams();
  const { answer_id, ...search } = Route.useSearch();
  const { question } = useSuspenseQuery(questionQuery(uuid, answer_id)).data;
  return (
    <ShellPage aside={<Aside question={question} />}>
      {/* The footer begins below the window, so that nobody sees it move when the answer takes the place of the form. */}
      <div className="min-h-[calc(100dvh-var(--bar))]">
        {question.item ? (
          <ReadingAds>
            <AnsweredQuestion question={question} item={question.item} pages={search} />
          </ReadingAds>
        ) : (
          <QuestionToAnswer question={question} />
        )}
      </div>
    </ShellPage>
  );
}

const questionCommands = defineLazyModule(() => import("#widgets/inbox/question-commands.tsx"));
const ownQuestionAside = defineLazyModule(() => import("#widgets/item/own-question-aside.tsx"));

/** The usual aside: after the answerer, or before what the answerer can do next, also while they answer. */
function Aside({ question: { is_mine, account, uuid_hash } }: { question: Question }) {
  const { data } = useQuery(userQuery(account));
  const ownAside = useOptionalModule(ownQuestionAside, is_mine);
  return (
    <>
      {!is_mine && data && <ProfileCard user={data.user} action={<Follow user={data.user} />} />}
      <DefaultAside />
      {is_mine && ownAside && <ownAside.OwnQuestionAside shown_id={uuid_hash} account={account} />}
    </>
  );
}
