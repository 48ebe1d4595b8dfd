import { queryOptions } from "@tanstack/react-query";
import { getArchiveImport } from "@toibako/contract/archives/import.ts";
import { api } from "#lib/http/client.ts";

/** How often the state of an unfinished import is requested. */
const pollingMilliseconds = 1_500;

/** The state of the account's newest import. */
export const importQuery = () =>
  queryOptions({
    ...api.query(getArchiveImport),
    refetchInterval: ({ state }) =>
      state.data?.status === "waiting" || state.data?.status === "running"
        ? pollingMilliseconds
        : false,
  });
