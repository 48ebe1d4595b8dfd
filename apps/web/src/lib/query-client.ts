import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";

/** Milliseconds in which a page's data needs no second look, e.g. right after it was rendered. */
const fresh = 20_000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: fresh, retry: import.meta.env.SSR ? false : mayHelp },
    },
  });
}

/** A second try helps when the server was out of reach or busy, never when it said no. */
function mayHelp(tries: number, error: Error): boolean {
  const status = error instanceof ApiError ? error.status : 0;
  return tries < 2 && (status === 0 || status >= 500);
}
