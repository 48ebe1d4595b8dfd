import { notFound } from "@tanstack/react-router";
import { ApiError } from "#lib/http/api-error.ts";

/**
 * Lets a route whose loader got a 404 show its `notFoundComponent`. An `errorComponent` would make React
 * report an error while it hydrates the page.
 */
export function throwNotFound(error: unknown): never {
  if (error instanceof ApiError && error.status === 404) throw notFound();
  throw error;
}
