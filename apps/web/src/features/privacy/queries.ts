import { useQuery } from "@tanstack/react-query";
import { forgetVisitor as forgetEndpoint, getHeldData } from "@toibako/contract/privacy.ts";
import { api, send } from "#lib/http/client.ts";

/** Everything that the server stores about the viewer. */
export const heldDataQuery = () => api.query(getHeldData);

export function useHeldData() {
  const { data, ...query } = useQuery(heldDataQuery());
  return { ...query, held_data: data?.held_data };
}

/** Deletes the visitor of this browser; cached data is invalid afterwards. */
export const forgetVisitor = () => send(forgetEndpoint, {}, { fullscreen_loader: true });
