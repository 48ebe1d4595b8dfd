import type { Route } from "#platform/http/endpoint.ts";
import type { FilterSources } from "../filters/filter.ts";
import { batonRoutes } from "./routes/baton.ts";
import { followRoutes } from "./routes/follows.ts";

export function routes(filter: FilterSources): Route[] {
  return [...followRoutes, ...batonRoutes(filter)];
}
