import { createContext, use } from "react";

/** Opens the invitation to sign in or register; provided by the modal host. */
export const InviteContext = createContext<() => void>(() => {});

/** Returns a function that opens the invitation, for visitors who try something that needs an account. */
export function useInvite(): () => void {
  return use(InviteContext);
}
