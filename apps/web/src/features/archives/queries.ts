import { queryOptions, useQueryClient } from "@tanstack/react-query";
import {
  type ArchiveExport,
  deleteArchiveExport,
  getArchiveExport,
  startArchiveExport,
} from "@toibako/contract/archives.ts";
import { api, send } from "#lib/http/client.ts";

/** How often the state of an archive that is being made is requested. */
const pollingMilliseconds = 1_500;

/** The state of the account's newest archive. */
export const exportQuery = () =>
  queryOptions({
    ...api.query(getArchiveExport),
    refetchInterval: ({ state }) =>
      state.data?.status === "running" ? pollingMilliseconds : false,
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

/** Functions that start and delete an archive. Both update the cached state. */
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
