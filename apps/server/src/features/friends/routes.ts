import type { Route } from "#platform/http/endpoint.ts";
import type { FilterSources } from "../filters/filter.ts";
import { batonRoutes } from "./routes/baton.ts";
import { followRoutes } from "./routes/follows.ts";
import { importRoutes } from "./routes/import.ts";
import { timelineRoutes } from "./routes/timeline.ts";

export function routes(filter: FilterSources): Route[] {
  return [...followRoutes, ...timelineRoutes, ...importRoutes, ...batonRoutes(filter)];
}
