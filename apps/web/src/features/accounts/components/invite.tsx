import { createContext, use } from "react";

/** Opens the invitation to sign in or register; provided by the modal host. */
export const InviteContext = createContext<() => void>(() => {});

/** Returns what opens the invitation; call it when a visitor tries what needs an account. */
export function useInvite(): () => void {
  return use(InviteContext);
}
