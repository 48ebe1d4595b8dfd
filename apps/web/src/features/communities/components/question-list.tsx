import type { UseQueryResult } from "@tanstack/react-query";
import type { CommunityQuestion } from "@toibako/contract/communities/questions.ts";
import { Fragment, type ReactNode, type RefObject, useRef } from "react";
import { useSeenEntries } from "#lib/browser/seen-ids.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { useTwoColumns } from "#ui/surfaces/two-columns.ts";

interface QuestionListProps {
  /** Undefined until they are loaded. */
  questions: CommunityQuestion[] | undefined;
  query: Pick<UseQueryResult<unknown>, "isError" | "isFetching" | "refetch">;
  /** Shown for an empty list. */
  empty: ReactNode;
  /** Whether unseen questions are marked as new; true for signed-in readers. */
  marksNew: boolean;
  renderCard: (question: CommunityQuestion, isNew: boolean) => ReactNode;
  /** Renders the banner that follows a question; left out for a list without a banner. */
  renderBanner?: (question: CommunityQuestion) => ReactNode;
  /** The list element, whose children are the questions. */
  ref?: RefObject<HTMLUListElement | null>;
}

/** The index, from 0, of the question that the banner follows, on narrow and on wide screens. */
const bannerAfter = { narrow: 1, wide: 3 };

/** Questions of communities: loading, empty, error and loaded states. */
export function QuestionList(props: QuestionListProps) {
  const { questions, query, empty, marksNew, renderCard, renderBanner, ref } = props;
  const { t } = useTexts();
  const ownRef = useRef<HTMLUListElement>(null);
  const rows = ref ?? ownRef;
  useTwoColumns(rows, 16);
  const { isNew, createSeenRef } = useSeenEntries("seen_community_questions", marksNew);
  if (!questions) {
    return (
      <LoadingState
        query={query}
        skeleton="letter"
        title={t("communities.questions_failed_title")}
        raisesBar
      >
        {t("communities.list_failed_text")}
      </LoadingState>
    );
  }
  if (questions.length === 0) return empty;
  return (
    <ul ref={rows} className="two-columns grid list-none max-widest:grid-cols-1 gap-4">
      {questions.map((question, index) => (
        <Fragment key={question.uuid_hash}>
          <li ref={createSeenRef(question.uuid_hash)}>
            {renderCard(question, isNew(question.uuid_hash))}
          </li>
          {renderBanner && index === bannerAfter.narrow && (
            <li className="-mb-5 lg:hidden">{renderBanner(question)}</li>
          )}
          {renderBanner && index === bannerAfter.wide && (
            <li className="-mb-5 max-lg:hidden">{renderBanner(question)}</li>
          )}
        </Fragment>
      ))}
    </ul>
  );
}
