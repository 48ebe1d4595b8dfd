import { useCurrentUser } from "#features/accounts/queries.ts";
import { useSharing } from "#features/shares/components/sharing.tsx";
import { useModal } from "#widgets/modals/modal-host.tsx";
import { useMessageLink } from "./message-link.ts";

/** The address of X's page for the post that asks for messages, for accounts with a linked X; others open a modal. */
export function useMessageRequest(account: string) {
  const modal = useModal();
  const isXLinked = useCurrentUser()?.provider.includes("twitter") ?? false;
  const { postUrl } = useSharing(useMessageLink(account));
  return {
    postUrl: isXLinked ? postUrl : undefined,
    openModal: () => modal.open("share_message_link", { account }),
  };
}
