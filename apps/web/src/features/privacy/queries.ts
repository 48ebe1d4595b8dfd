import { useQuery } from "@tanstack/react-query";
import { forgetVisitor as forgetEndpoint, getHeldData } from "@toibako/contract/privacy.ts";
import { api, send } from "#lib/http/client.ts";

/** Everything that the server holds about whoever reads the page. */
export const heldDataQuery = () => api.query(getHeldData);

export function useHeldData() {
  const { data, ...query } = useQuery(heldDataQuery());
  return { ...query, held_data: data?.held_data };
}

/** Has the visitor of this browser forgotten; what was fetched before belongs to nobody then. */
export const forgetVisitor = () => send(forgetEndpoint, {}, { fullscreen_loader: true });
