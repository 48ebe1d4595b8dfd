import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { truncateText } from "@toibako/contract/text.ts";
import { AnswerForm } from "#features/answers/components/answer-form.tsx";
import { ProfileCard } from "#features/profiles/components/profile-card.tsx";
import { userQuery } from "#features/profiles/queries.ts";
import { UnansweredQuestion } from "#features/questions/components/unanswered-question.tsx";
import { latestAnswersQuery, questionQuery } from "#features/questions/queries.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead, describeAnswer, quotedQuestionLength } from "#lib/page/head.ts";
import { getPageNumbers, type PageSearch, validatePageSearch } from "#lib/page/search.ts";
import { AnsweredQuestion } from "#widgets/item/answered-question.tsx";
import { DefaultAside } from "#widgets/page/default-aside.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";
import { Follow } from "#widgets/profile/profile-actions.tsx";

/** Links to a question with options carry `type=choose`. */
function validateQuestionSearch(search: Record<string, unknown>): PageSearch & {
  type?: "choose";
} {
  return { ...(search.type === "choose" && { type: "choose" }), ...validatePageSearch(search) };
}

export const Route = createFileRoute("/$locale/q/$uuid")({
  staticData: { isSameForVisitors: true },
  validateSearch: validateQuestionSearch,
  loaderDeps: ({ search }) => ({ pages: getPageNumbers(search) }),
  loader: async ({ context: { queryClient }, params: { uuid }, deps: { pages } }) => {
    const { question } = await queryClient.ensureQueryData(questionQuery(uuid));
    if (!question.item) return;
    await prefetchLists(
      queryClient,
      userQuery(question.account),
      ...pages.map((page) => latestAnswersQuery(uuid, page)),
    );
  },
  head: ({ params: { locale, uuid }, match: { context } }) => {
    const { question } = context.queryClient.getQueryData(questionQuery(uuid).queryKey) ?? {};
    if (!question) return {};
    const { t } = getTexts(locale);
    const { item, body } = question;
    if (!item)
      return buildPageHead({ locale, title: t("questions.unanswered_title"), noindex: true });
    const { url, name } = {
      url: context.public_url + question.image_url,
      name: item.answered_user_name,
    };
    if (item.is_withheld) {
      const description = t("profiles.sensitive_title");
      const title = t("questions.sensitive_page_title", { name });
      return buildPageHead({ locale, title, description, image: { url, alt: description } });
    }
    const quoted = {
      question: truncateText(body.replaceAll("\n", " "), quotedQuestionLength),
    };
    return buildPageHead({
      locale,
      title: t("questions.page_title", { ...quoted, name }),
      description: truncateText(describeAnswer(item).replaceAll("\n", " "), 120),
      image: { url, alt: t("questions.card_alt", quoted) },
    });
  },
  component: QuestionPage,
});

function QuestionPage() {
  const { uuid } = Route.useParams();
  const search = Route.useSearch();
  const { question } = useSuspenseQuery(questionQuery(uuid)).data;
  const navigate = Route.useNavigate();
  return (
    <ShellPage {...(question.item && { aside: <Aside account={question.account} /> })}>
      {question.item ? (
        <AnsweredQuestion question={question} item={question.item} pages={search} />
      ) : (
        <UnansweredQuestion question={question}>
          <AnswerForm
            question={question}
            onAnswered={(location) => void navigate({ href: location })}
          />
        </UnansweredQuestion>
      )}
    </ShellPage>
  );
}

function Aside({ account }: { account: string }) {
  const { data } = useQuery(userQuery(account));
  return (
    <>
      {data && <ProfileCard user={data.user} action={<Follow user={data.user} />} />}
      <DefaultAside />
    </>
  );
}
