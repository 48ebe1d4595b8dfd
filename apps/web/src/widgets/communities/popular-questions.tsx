import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { CommunityQuestion } from "@toibako/contract/communities/questions.ts";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { sampleQuestionsQuery } from "#features/communities/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { CommunityMark } from "#lib/page/community-mark.tsx";
import { AllCommunitiesLink } from "./links.tsx";
import { QuestionEntry } from "./question-entry.tsx";

export const prefetchPopularQuestions = (client: QueryClient) =>
  client.prefetchQuery(sampleQuestionsQuery());

/** The newest questions of the communities with most answers; renders nothing if there are none. */
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
      {/* Visitors see another link below this list, to the samples of communities. */}
      {isSignedIn && (
        <p className="pt-4 text-center">
          <AllCommunitiesLink />
        </p>
      )}
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
