import type { CommunityQuestion } from "@toibako/contract/communities/questions.ts";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useModal } from "#widgets/modals/modal-host.tsx";

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
