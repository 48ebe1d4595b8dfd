import { getTransparency } from "@toibako/contract/help.ts";
import { api } from "#lib/http/client.ts";

/** What was counted in the last months. */
export const transparencyQuery = () => api.query(getTransparency);
