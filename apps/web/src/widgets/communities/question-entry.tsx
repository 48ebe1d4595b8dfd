import type { CommunityQuestion } from "@toibako/contract/communities/questions.ts";
import type { ReactNode } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { QuestionCard } from "#features/communities/components/question-card.tsx";
import { useModal } from "#widgets/modals/modal-host.tsx";

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

/**
 * Returns a function that opens the form to answer a community's question; visitors get the invitation. `shownIn` says
 * whether the question is shown in a list or on its page, on which the text of the invitation depends.
 */
export function useCommunityAnswerModal(shownIn: "list" | "page") {
  const isSignedIn = useCurrentUser() !== undefined;
  const modal = useModal();
  return (question: CommunityQuestion) => {
    if (isSignedIn) modal.open("answer_community", { question });
    else modal.open("invite", { isForCommunities: true, answering: shownIn });
  };
}
