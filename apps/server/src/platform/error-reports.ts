import { postErrorReport } from "@toibako/contract/error-reports.ts";
import { implement } from "./endpoint.ts";

/** Faults of pages stand in the log beside the server's own. */
export const errorReports = implement(postErrorReport, async ({ body, request }) => {
  request.log.warn({ page_error: body }, "a page reported an error");
  return {};
});
