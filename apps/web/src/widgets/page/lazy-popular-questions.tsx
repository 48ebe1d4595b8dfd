import { isServer, type QueryClient } from "@tanstack/react-query";
import { type ComponentType, Suspense } from "react";
import { createLazyPart } from "#lib/page/lazy-part.tsx";

// Imported by its whole path, because the build recognises by the path that it needs the texts of communities.
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

/** Questions of communities on another page; loaded by themselves with the code and texts of communities. */
export function PopularQuestions() {
  return (
    <Suspense>
      <LazyPopularQuestions />
    </Suspense>
  );
}

/** For loaders. Only the server waits, because it can't render a part that isn't loaded. */
export async function preloadPopularQuestions(client: QueryClient): Promise<void> {
  const part = LazyPopularQuestions.preload();
  const questions = load().then(({ prefetchPopularQuestions }) => prefetchPopularQuestions(client));
  const loaded = Promise.all([part, questions]);
  if (isServer) await loaded;
  else loaded.catch(() => undefined);
}
