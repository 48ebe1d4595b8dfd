import { useEffect } from "react";

/** Session storage: the id of the account that this tab showed last, empty for visitors. */
const accountKey = "tab-account";
/** Session storage: "open" after a sign-in, "dismissed" once the modal was opened. */
const offerKey = "import-followers";

/** Notes whether an account has signed in since the page that this tab showed before; "" is a visitor. */
export function useNoteSignIn(account_id: string): void {
  useEffect(() => {
    try {
      const previous = sessionStorage.getItem(accountKey);
      sessionStorage.setItem(accountKey, account_id);
      const hasSignedIn = previous !== null && account_id !== "" && previous !== account_id;
      if (hasSignedIn) sessionStorage.setItem(offerKey, "open");
    } catch {
      // Storage may be blocked. The friends page also offers the import.
    }
  }, [account_id]);
}

/** Prevents the modal until the next sign-in. */
export function dismissImportOffer(): void {
  try {
    sessionStorage.setItem(offerKey, "dismissed");
  } catch {
    // Storage may be blocked; then the modal never opens.
  }
}

/** Whether an account has signed in in this tab since the modal was last opened. */
export function isImportOffered(): boolean {
  try {
    return sessionStorage.getItem(offerKey) === "open";
  } catch {
    return false;
  }
}
