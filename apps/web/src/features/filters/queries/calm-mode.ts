import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type CalmDuration,
  type CalmMode,
  getCalmMode,
  putCalmMode,
} from "@toibako/contract/filters.ts";
import { api, send } from "#lib/http/client.ts";

const maxRefetchMilliseconds = 60 * 60 * 1000;
const minRefetchMilliseconds = 1000;

/**
 * Returns after how many milliseconds calm mode is refetched, so that the page shows when it has ended; false
 * if it has no end.
 */
function computeRefetchInterval(calm: CalmMode | undefined): number | false {
  if (!calm?.until) return false;
  const millisecondsLeft = Date.parse(calm.until) - Date.now();
  return Math.min(Math.max(millisecondsLeft, minRefetchMilliseconds), maxRefetchMilliseconds);
}

export const calmModeQuery = () => api.query(getCalmMode);

export const useCalmMode = () =>
  useQuery({
    ...calmModeQuery(),
    refetchInterval: ({ state }) => computeRefetchInterval(state.data?.calm_mode),
    select: ({ calm_mode }) => calm_mode,
  });

/** Switches calm mode on for a duration, or off (`null`). */
export function useSetCalmMode() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (duration: CalmDuration | null) =>
      (await send(putCalmMode, { body: { duration } })).data,
    onSuccess: (saved) => client.setQueryData(calmModeQuery().queryKey, saved),
    // The change may have arrived.
    onError: () => void client.invalidateQueries({ queryKey: calmModeQuery().queryKey }),
  });
}
