import { isServer, type QueryClient } from "@tanstack/react-query";
import { type ComponentType, Suspense } from "react";
import { createLazyPart } from "#lib/page/lazy-part.tsx";

// The build recognises by the path `#widgets/communities/…` that a module needs the texts of communities.
const load = () => import("#widgets/communities/popular-questions.tsx");

/** Replaces questions that can't be loaded, so that the list around them doesn't fail as well. */
const Nothing: ComponentType = () => null;

const LazyPopularQuestions = createLazyPart(async () => {
  try {
    return { PopularQuestions: (await load()).PopularQuestions };
  } catch (error) {
    reportError(error);
    return { PopularQuestions: Nothing };
  }
}, "PopularQuestions");

/** The popular questions of communities, for other pages; their code and texts are loaded separately. */
export function PopularQuestions() {
  return (
    <Suspense>
      <LazyPopularQuestions />
    </Suspense>
  );
}

/** Called by loaders. Only the server waits for it, because it can't render a part that isn't loaded. */
export async function preloadPopularQuestions(client: QueryClient): Promise<void> {
  const part = LazyPopularQuestions.preload();
  const questions = load().then(({ prefetchPopularQuestions }) => prefetchPopularQuestions(client));
  const loaded = Promise.all([part, questions]);
  if (isServer) await loaded;
  else loaded.catch(() => undefined);
}
