import { createContext, use } from "react";

/** Opens the invitation; provided by the modal host. */
export const InviteContext = createContext<() => void>(() => {});

/** Opens the invitation to sign in or register; for what a visitor may not do. */
export function useInvite(): () => void {
  return use(InviteContext);
}
