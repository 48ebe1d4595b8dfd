import { listReleaseNotes } from "@toibako/contract/help.ts";
import { api } from "#lib/http/client.ts";

/** The published release notes in the page's language. */
export const releaseNotesQuery = () => api.query(listReleaseNotes);
