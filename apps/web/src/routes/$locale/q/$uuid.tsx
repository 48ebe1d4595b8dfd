import { createFileRoute } from "@tanstack/react-router";
import { pageSearch } from "../-item/page-search.ts";

export const Route = createFileRoute("/$locale/q/$uuid")({
  validateSearch: pageSearch,
  component: () => null,
});
