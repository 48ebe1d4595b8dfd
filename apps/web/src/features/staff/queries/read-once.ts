/**
 * Options of a query of which each read is an entry of the audit log: it is read when a person asks for it, and not again
 * because the page comes back to the front, to the network, or to the same part.
 */
export const readOnce = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;
