import { type ComponentType, createContext, use } from "react";

/**
 * The component that is shown beside a text field while somebody writes, such as an offer of help lines. It is
 * passed in a context, because ui/ can't import it from a feature.
 */
export const TextNotice = createContext<ComponentType<WrittenText> | undefined>(undefined);

export interface WrittenText {
  text: string;
  /** Whether the text was sent, so that the notice stands on the page after the form. */
  isSent?: boolean;
}

/**
 * Renders the component of `TextNotice`. Forms place it between a text field and the button that sends the text, pages
 * below the text that was sent.
 */
export function WrittenTextNotice(props: WrittenText) {
  const Notice = use(TextNotice);
  return Notice && <Notice {...props} />;
}
