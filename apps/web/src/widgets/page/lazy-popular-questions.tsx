import { isServer, type QueryClient } from "@tanstack/react-query";
import { lazyRouteComponent } from "@tanstack/react-router";
import { type ComponentType, Suspense } from "react";

const load = () => import("#widgets/communities/popular-questions.tsx");

/** Replaces the component if its code can't be loaded, so that the page around it doesn't fail as well. */
const Nothing: ComponentType = () => null;

const LazyPopularQuestions = lazyRouteComponent(async () => {
  try {
    return { PopularQuestions: (await load()).PopularQuestions };
  } catch (error) {
    reportError(error);
    return { PopularQuestions: Nothing };
  }
}, "PopularQuestions");

/** The popular questions of communities, for pages that don't load the code and texts of communities themselves. */
export function PopularQuestions() {
  return (
    <Suspense>
      <LazyPopularQuestions />
    </Suspense>
  );
}

/**
 * Starts loading the code and data of `PopularQuestions`; called by loaders. Only the server waits until they
 * are loaded, because it can't render a part that isn't loaded.
 */
export async function preloadPopularQuestions(client: QueryClient): Promise<void> {
  const part = LazyPopularQuestions.preload?.();
  const questions = load().then(({ prefetchPopularQuestions }) => prefetchPopularQuestions(client));
  const loaded = Promise.all([part, questions]);
  if (isServer) await loaded;
  else loaded.catch(() => undefined);
}
