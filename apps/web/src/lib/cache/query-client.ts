import { isServer, QueryClient } from "@tanstack/react-query";
import { ApiError } from "#lib/http/api-error.ts";

/** Milliseconds for which data is not refetched, for example right after rendering. */
const staleTime = 20_000;

/** Milliseconds before the only retry; short, because the failure is shown only after it. */
const retryDelay = 500;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Offline, a call fails at once instead of pausing without a message.
      queries: {
        staleTime,
        networkMode: "always",
        // The library sorts the properties of each object in a key, which takes 3 % of a rendered page.
        // Here each query's key is written by one function, so its properties are always in one order.
        queryKeyHashFn: (key) => JSON.stringify(key),
        retry: isServer ? false : shouldRetry,
        retryDelay,
      },
      mutations: { networkMode: "always" },
    },
  });
}

/** Retries once if the server was unreachable or failed, not if it refused. */
function shouldRetry(failureCount: number, error: Error): boolean {
  const status = error instanceof ApiError ? error.status : 0;
  return failureCount < 1 && (status === 0 || status >= 500);
}
