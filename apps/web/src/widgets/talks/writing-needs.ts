import { ApiError } from "#lib/http/client.ts";
import { useModal } from "#widgets/modals/modal-host.tsx";

/**
 * Returns a function for a failed start of a talk or a failed message. If the account must first accept the terms or
 * register its birthday, it opens the modal for this, which repeats the call afterwards, and returns true.
 */
export function useWritingNeeds() {
  const modal = useModal();
  return (error: unknown, repeat: () => void): boolean => {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === "terms_needed") modal.open("message_terms", { onAccepted: repeat });
    else if (code === "birth_date_needed") modal.open("message_birth_date", { repeat });
    else return false;
    return true;
  };
}
