import { postErrorReport } from "@toibako/contract/error-reports.ts";
import { implement } from "#platform/http/endpoint.ts";

/** Writes errors reported by browsers to the server's log. */
export const errorReports = implement(postErrorReport, async ({ body, request }) => {
  request.log.warn({ page_error: body }, "a page reported an error");
  return {};
});
