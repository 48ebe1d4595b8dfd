import { useQuery } from "@tanstack/react-query";
import { forgetVisitor as forgetEndpoint, getHeldData } from "@toibako/contract/privacy.ts";
import { api, send } from "#lib/http/client.ts";

/** The kinds of data that the server holds about the viewer, with their numbers. */
export const heldDataQuery = () => api.query(getHeldData);

export function useHeldData() {
  const { data, ...query } = useQuery(heldDataQuery());
  return { ...query, held_data: data?.held_data };
}

/** Makes the server forget the visitor of this browser. The caller must then discard the cached replies. */
export const forgetVisitor = () => send(forgetEndpoint, {}, { showsFullscreenLoader: true });
