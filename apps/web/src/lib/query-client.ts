import { isServer, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";

/** Milliseconds in which a page's data needs no second look, e.g. right after it was rendered. */
const fresh = 20_000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Offline, a call fails and says so instead of waiting in silence.
      queries: { staleTime: fresh, networkMode: "always", retry: isServer ? false : mayHelp },
      mutations: { networkMode: "always" },
    },
  });
}

/** A second try helps when the server was out of reach or busy, never when it said no. */
function mayHelp(tries: number, error: Error): boolean {
  const status = error instanceof ApiError ? error.status : 0;
  return tries < 2 && (status === 0 || status >= 500);
}
