import { ApiError } from "#lib/http/client.ts";
import { type Modal, useModal } from "#widgets/modals/modal-host.tsx";

/**
 * If a start of a talk or a message was refused because the account must first accept the terms or register its
 * birthday, opens the modal for this, which repeats the call afterwards, and returns true.
 */
export function openModalForNeed(modal: Modal, error: unknown, repeat: () => void): boolean {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === "terms_needed") modal.open("message_terms", { onAccepted: repeat });
  else if (code === "birth_date_needed") modal.open("message_birth_date", { repeat });
  else return false;
  return true;
}

/** `openModalForNeed` with the page's modal. */
export function useWritingNeeds() {
  const modal = useModal();
  return (error: unknown, repeat: () => void) => openModalForNeed(modal, error, repeat);
}
