import type { WaitingQuestion } from "@toibako/contract/outbox.ts";
import type { ComponentType } from "react";
import { createLazyPart } from "#lib/page/lazy-part.tsx";

const part = createLazyPart(async () => {
  const { SentQuestionPage } = await import("./sent-question-page.tsx");
  return { SentQuestionPage: SentQuestionPage as ComponentType<object> };
}, "SentQuestionPage");

/**
 * The page that is shown after sending a question, in place of the list of sent questions. Loaded on demand,
 * because most readers open the list without having just sent a question. For an address with `sent`, the
 * loader calls `preload`, because the server can't render a part that isn't loaded.
 */
export const LazySentQuestionPage = part as ComponentType<{ question: WaitingQuestion }> &
  Pick<typeof part, "preload">;
