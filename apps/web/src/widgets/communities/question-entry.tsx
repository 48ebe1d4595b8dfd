import type { CommunityQuestion } from "@toibako/contract/communities/questions.ts";
import type { ReactNode } from "react";
import { QuestionCard } from "#features/communities/components/question-card.tsx";
import { useCommunityAnswerModal } from "./community-answer-modal.ts";

interface QuestionEntryProps {
  question: CommunityQuestion;
  isNew?: boolean;
  showsLanguage?: boolean;
  community?: ReactNode;
  heading?: 2 | 3;
  children?: ReactNode;
}

/** A community's question in a list, with a button that opens the form to answer it. */
export function QuestionEntry(props: QuestionEntryProps) {
  const answer = useCommunityAnswerModal("list");
  return <QuestionCard {...props} onAnswer={() => answer(props.question)} />;
}
