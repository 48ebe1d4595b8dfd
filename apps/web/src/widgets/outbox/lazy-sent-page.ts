import type { WaitingQuestion } from "@toibako/contract/outbox.ts";
import type { ComponentType } from "react";
import { createLazyPart } from "#lib/page/lazy-part.tsx";

const part = createLazyPart(
  async () => ({ SentPage: (await import("./sent-page.tsx")).SentPage as ComponentType<object> }),
  "SentPage",
);

/**
 * The page after sending, which takes the place of one's list. Loaded on demand, because most visits of
 * the list don't follow a sent question. A loader calls `preload` for an address with `sent`: the server
 * can't render a part that isn't loaded.
 */
export const LazySentPage = part as ComponentType<{ question: WaitingQuestion }> &
  Pick<typeof part, "preload">;
