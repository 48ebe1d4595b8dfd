import { ApiError } from "#lib/http/client.ts";
import { type Modal, useModal } from "#widgets/modals/modal-host.tsx";

/** What an account lacks that a call needs, if the call was refused for it. */
export function findWritingNeed(error: unknown): "terms_needed" | "birth_date_needed" | undefined {
  const code = error instanceof ApiError ? error.code : undefined;
  return code === "terms_needed" || code === "birth_date_needed" ? code : undefined;
}

/**
 * If a start of a talk, a message or the joining of a room was refused because the account must first accept the terms
 * or register its birthday, opens the modal for this, which repeats the call afterwards, and returns true.
 * `birthdayText` says what the birthday is needed for; by default for writing messages.
 */
export function openModalForNeed(
  modal: Modal,
  error: unknown,
  repeat: () => void,
  birthdayText?: string,
): boolean {
  const need = findWritingNeed(error);
  if (need === "terms_needed") modal.open("message_terms", { onAccepted: repeat });
  else if (need) modal.open("message_birth_date", { repeat, text: birthdayText });
  else return false;
  return true;
}

/** `openModalForNeed` with the page's modal. */
export function useWritingNeeds() {
  const modal = useModal();
  return (error: unknown, repeat: () => void) => openModalForNeed(modal, error, repeat);
}
