import { type ComponentType, createContext, use } from "react";

/** The component that comments on a text while somebody writes it; undefined if none does. */
export const TextNotice = createContext<ComponentType<{ text: string }> | undefined>(undefined);

/** Renders the component of `TextNotice`. Forms place it between a text field and the button that sends the text. */
export function WrittenTextNotice({ text }: { text: string }) {
  const Notice = use(TextNotice);
  return Notice && <Notice text={text} />;
}
