import type { CommunityQuestion } from "@toibako/contract/communities/questions.ts";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useModal } from "#widgets/modals/modal-host.tsx";

/** Returns a function that opens the form to answer a community's question; visitors get the invitation. */
export function useCommunityAnswerModal(answering: "list" | "page") {
  const isSignedIn = useCurrentUser() !== undefined;
  const modal = useModal();
  return (question: CommunityQuestion) => {
    if (isSignedIn) modal.open("answer_community", { question });
    else modal.open("invite", { isForCommunities: true, answering });
  };
}
