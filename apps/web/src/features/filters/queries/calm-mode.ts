import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type CalmDuration,
  type CalmMode,
  getCalmMode,
  putCalmMode,
} from "@toibako/contract/filters.ts";
import { api, send } from "#lib/http/client.ts";

/** Limits of the time until calm mode is refetched, in milliseconds. */
const longestWait = 60 * 60 * 1000;
const shortestWait = 1000;

/** Milliseconds after which calm mode is refetched, so that its end is shown; false if it has no end. */
function computeRefetchInterval(calm: CalmMode | undefined): number | false {
  if (!calm?.until) return false;
  const timeLeft = Date.parse(calm.until) - Date.now();
  return Math.min(Math.max(timeLeft, shortestWait), longestWait);
}

export const calmModeQuery = () => api.query(getCalmMode);

/** The state of calm mode on the server. */
export const useCalmMode = () =>
  useQuery({
    ...calmModeQuery(),
    refetchInterval: ({ state }) => computeRefetchInterval(state.data?.calm_mode),
    select: ({ calm_mode }) => calm_mode,
  });

/** Switches calm mode on for a duration, or off with null. */
export function useSetCalmMode() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (duration: CalmDuration | null) =>
      (await send(putCalmMode, { body: { duration } })).data,
    onSuccess: (saved) => client.setQueryData(calmModeQuery().queryKey, saved),
  });
}
