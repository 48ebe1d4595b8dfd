import { lazyRouteComponent } from "@tanstack/react-router";

/**
 * The page that is shown after sending a question, in place of the list of sent questions. Loaded on demand,
 * because most readers open the list without having just sent a question. For an address with `sent`, the
 * loader calls `preload`, because the server can't render a part that isn't loaded.
 */
export const LazySentQuestionPage = lazyRouteComponent(
  () => import("./sent-question-page.tsx"),
  "SentQuestionPage",
);
