import { isServer, type QueryClient, useQuery } from "@tanstack/react-query";
import { lazyRouteComponent } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { topGameQuery } from "#features/games/queries.ts";
import type { Site } from "#lib/page/router-context.ts";

type Part = () => ReactNode;

/** Replaces a part whose code can't be loaded, so that the page around it doesn't fail as well. */
const Nothing: Part = () => null;

const definePart = (load: () => Promise<Part>) =>
  lazyRouteComponent(async () => {
    try {
      return { Part: await load() };
    } catch (error) {
      reportError(error);
      return { Part: Nothing };
    }
  }, "Part");

const parts = {
  card: definePart(async () => (await import("./top-game-card.tsx")).TopGameCard),
  invitation: definePart(async () => (await import("./games-invitation.tsx")).GamesInvitation),
};

/** Shows the first game if `preloadTopGame` has found one. Without games the page loads no code for them. */
export function TopGame({ part, className }: { part: keyof typeof parts; className?: string }) {
  const { data } = useQuery({ ...topGameQuery(), enabled: false });
  const Part = parts[part];
  return (
    data?.game && (
      <div className={className}>
        <Suspense>
          <Part />
        </Suspense>
      </div>
    )
  );
}

/** Loads the first game and the code of the part that shows it, if there are games; called by loaders. Only the server waits. */
export async function preloadTopGame(
  { queryClient, site }: { queryClient: QueryClient; site: Site },
  part: keyof typeof parts,
): Promise<void> {
  if (!site.has_games) return;
  const loaded = Promise.all([queryClient.prefetchQuery(topGameQuery()), parts[part].preload?.()]);
  if (isServer) await loaded;
  else loaded.catch(() => undefined);
}
