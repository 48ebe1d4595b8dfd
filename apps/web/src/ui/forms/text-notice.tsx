import { type ComponentType, createContext, use } from "react";

/**
 * The component that is shown beside a text field while somebody writes, such as an offer of help lines. It is
 * passed in a context, because ui/ can't import it from a feature.
 */
export const TextNotice = createContext<ComponentType<{ text: string }> | undefined>(undefined);

/** Renders the component of `TextNotice`. Forms place it between a text field and the button that sends the text. */
export function WrittenTextNotice({ text }: { text: string }) {
  const Notice = use(TextNotice);
  return Notice && <Notice text={text} />;
}
