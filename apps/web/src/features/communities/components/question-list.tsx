import type { UseQueryResult } from "@tanstack/react-query";
import type { CommunityQuestion } from "@toibako/contract/communities.ts";
import type { ReactNode, RefObject } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Unloaded } from "#ui/feedback/unloaded.tsx";

interface QuestionListProps {
  /** Undefined if they aren't loaded. */
  questions: CommunityQuestion[] | undefined;
  query: Pick<UseQueryResult<unknown>, "isError" | "isFetching" | "refetch">;
  /** Shown for an empty list. */
  empty: ReactNode;
  /** The list itself, whose children are the questions. */
  ref?: RefObject<HTMLUListElement | null>;
}

/** Questions of communities: loading, empty, error and loaded states. */
export function QuestionList({ questions, query, empty, ref }: QuestionListProps) {
  const { t } = useTexts();
  if (!questions) {
    return (
      <Unloaded query={query} skeleton="letter" title={t("communities.questions_failed_title")}>
        {t("communities.list_failed_text")}
      </Unloaded>
    );
  }
  if (questions.length === 0) return empty;
  return (
    <ul ref={ref} className="grid list-none grid-cols-1 gap-3">
      {questions.map(({ uuid_hash, text, locale }) => (
        <li
          key={uuid_hash}
          lang={locale}
          className="running-text rounded-xl bg-surface p-4 shadow-e1"
        >
          {text}
        </li>
      ))}
    </ul>
  );
}
