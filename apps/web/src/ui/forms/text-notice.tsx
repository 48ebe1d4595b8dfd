import { type ComponentType, createContext, use } from "react";

/** The component that comments on a text while it is being written; if undefined, nothing is shown. */
export const TextNotice = createContext<ComponentType<{ text: string }> | undefined>(undefined);

/** Renders that component; forms place it between a text field and the button that sends it. */
export function WrittenTextNotice({ text }: { text: string }) {
  const Notice = use(TextNotice);
  return Notice && <Notice text={text} />;
}
