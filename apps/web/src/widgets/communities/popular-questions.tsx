import { type QueryClient, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CommunityQuestion } from "@toibako/contract/communities/questions.ts";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { sampleQuestionsQuery } from "#features/communities/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { CommunityMark } from "#lib/page/community-mark.tsx";
import { buttonClass } from "#ui/buttons/button-class.ts";
import { QuestionEntry } from "./question-entry.tsx";

export const prefetchPopularQuestions = (client: QueryClient) =>
  client.prefetchQuery(sampleQuestionsQuery());

/** The newest questions of the communities with most answers; nothing while there are none. */
export function PopularQuestions() {
  const { t } = useTexts();
  const { data } = useQuery(sampleQuestionsQuery());
  const isSignedIn = useCurrentUser() !== undefined;
  if (!data?.popular_questions.length) return null;
  return (
    <section aria-labelledby="popular-questions" className="py-3">
      <h2 id="popular-questions" className="text-lg leading-snug">
        {t("communities.popular_title")}
      </h2>
      <p className="mt-0.5 mb-3 text-sm text-ink-2">
        {t(isSignedIn ? "communities.popular_text" : "communities.popular_visitor_text")}
      </p>
      <ul className="grid list-none grid-cols-1 gap-4">
        {data.popular_questions.map((question) => (
          <li key={question.uuid_hash}>
            <PopularQuestion question={question} />
          </li>
        ))}
      </ul>
      {/* The visitor's home has a link to the samples of communities below its list. */}
      {isSignedIn && <CommunitiesLink />}
    </section>
  );
}

function PopularQuestion({ question }: { question: CommunityQuestion }) {
  return (
    <QuestionEntry
      question={question}
      heading={3}
      community={
        <div className="min-w-0">
          <CommunityMark community={question.associated_community} />
        </div>
      }
    />
  );
}

function CommunitiesLink() {
  const { t, locale } = useTexts();
  return (
    <p className="pt-4 text-center">
      <Link
        to="/$locale/communities"
        params={{ locale }}
        className={buttonClass({ variant: "outline" })}
      >
        {t("communities.see_all")}
      </Link>
    </p>
  );
}
