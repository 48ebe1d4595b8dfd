import type { WaitingQuestion } from "@toibako/contract/outbox.ts";
import type { ComponentType } from "react";
import { createLazyPart } from "#lib/page/lazy-part.tsx";

const part = createLazyPart(
  async () => ({ SentPage: (await import("./sent-page.tsx")).SentPage as ComponentType<object> }),
  "SentPage",
);

/**
 * The page after sending, loaded on demand, since most visits of one's list don't follow a question that
 * was sent a moment ago. A loader calls `preload` for an address with `sent`: the server can't render a
 * part that isn't loaded.
 */
export const LazySentPage = part as ComponentType<{ question: WaitingQuestion }> &
  Pick<typeof part, "preload">;
