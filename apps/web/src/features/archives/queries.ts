import { queryOptions, useQueryClient } from "@tanstack/react-query";
import {
  type ArchiveExport,
  deleteArchiveExport,
  getArchiveExport,
  startArchiveExport,
} from "@toibako/contract/archives.ts";
import { api, send } from "#lib/http/client.ts";

/** Milliseconds between two requests for the state of an archive that is being made. */
const pollingInterval = 1_500;

/** The state of the account's newest archive. */
export const exportQuery = () =>
  queryOptions({
    ...api.query(getArchiveExport),
    refetchInterval: ({ state }) => (state.data?.status === "running" ? pollingInterval : false),
  });

const noExport: ArchiveExport = {
  status: "none",
  progress: 0,
  total: 0,
  bytes: null,
  download_url: null,
  expires_at: null,
  formatted_expiry: null,
};

/** Starts and deletes archives, and updates the state that is shown. */
export function useExportActions() {
  const client = useQueryClient();
  const { queryKey } = exportQuery();
  return {
    start: async () => client.setQueryData(queryKey, (await send(startArchiveExport)).data),
    remove: async () => {
      await send(deleteArchiveExport);
      client.setQueryData(queryKey, noExport);
    },
  };
}
