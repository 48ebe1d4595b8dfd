import { type ComponentType, createContext, use } from "react";

/** What the page says about a text while it is written; undefined says nothing. */
export const TextNotice = createContext<ComponentType<{ text: string }> | undefined>(undefined);

/** The place of the notice about a text, between a text field and the button that sends it. */
export function WrittenTextNotice({ text }: { text: string }) {
  const Notice = use(TextNotice);
  return Notice && <Notice text={text} />;
}
