import { createContext, use } from "react";

/** Opens the invitation to sign in or register; provided by the modal host. */
export const InviteContext = createContext<() => void>(() => {});

/** Returns a function that opens the invitation, for a visitor who tries what needs an account. */
export function useInvite(): () => void {
  return use(InviteContext);
}
