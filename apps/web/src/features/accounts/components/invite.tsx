import { createContext, type ReactNode, use } from "react";

const InviteContext = createContext<() => void>(() => {});

/** Opens the invitation to sign in or register; for what a visitor may not do. */
export function useInvite(): () => void {
  return use(InviteContext);
}

export function InviteProvider({ children }: { children: ReactNode }) {
  return <InviteContext value={() => {}}>{children}</InviteContext>;
}
