import { notFound } from "@tanstack/react-router";
import { ApiError } from "#lib/http/api-error.ts";

/**
 * Makes a route show its `notFoundComponent` after its loader got a 404. With an `errorComponent`, React
 * would report an error during hydration.
 */
export function throwNotFound(error: unknown): never {
  if (error instanceof ApiError && error.status === 404) throw notFound();
  throw error;
}
