import { postErrorReport } from "@toibako/contract/error-reports.ts";
import { ApiError } from "./api-error.ts";
import type { FailureHandlers } from "./client.ts";
import type { Transport } from "./transport.ts";

/** Maximum number of reports per page. Without it, an error in a loop would be reported for ever. */
const maxReports = 5;

/** Maximum lengths in characters, as in the schema of `postErrorReport`. */
const maxLengths = { name: 100, route: 200, stack: 2_000 };

/**
 * Reports uncaught errors to the server, which logs them. The returned handlers report calls that failed
 * unexpectedly or with a status of 500 or above, but not 503, since the server has too much to do then. Reports
 * contain no error messages, because these may quote what somebody wrote.
 */
export function trackErrors(
  transport: Transport,
  getRoute: () => string,
): Partial<FailureHandlers> {
  let sentReports = 0;
  const report = (name: string, stack = "") => {
    if (sentReports >= maxReports) return;
    sentReports++;
    const body = {
      name: name.slice(0, maxLengths.name),
      route: getRoute().slice(0, maxLengths.route),
      stack: extractFrames(stack).slice(0, maxLengths.stack),
    };
    // A failed report must not cause another report.
    transport(postErrorReport, { body }).catch(() => undefined);
  };
  const trackError = (thrown: unknown) => {
    if (thrown instanceof ApiError) return;
    const error = thrown instanceof Error ? thrown : undefined;
    report(error?.name ?? typeof thrown, error?.stack);
  };
  addEventListener("error", ({ error }) => trackError(error));
  addEventListener("unhandledrejection", (event) => {
    if (isSkippedTransition(event.reason)) event.preventDefault();
    else trackError(event.reason);
  });
  return {
    server_error: ({ code, status }) => {
      if (status !== 503) report(`${status} ${code}`);
    },
    unexpected: ({ code, cause }) => {
      if (code !== "network") report(code, cause instanceof Error ? cause.stack : "");
    },
  };
}

/** Whether the browser ended a transition between two pages, because the next one began or the tab was hidden. */
const isSkippedTransition = (reason: unknown) =>
  reason instanceof DOMException && /transition/i.test(reason.message);

/**
 * Returns the frames of a stack without query strings. A frame ends with the numbers of a line and a column;
 * the other lines of a stack are the error's message.
 */
function extractFrames(stack: string): string {
  const frames = stack.split("\n").filter((line) => /:\d+:\d+\)?$/.test(line));
  return frames.map((frame) => frame.trim().replace(/\?[^:)]*/g, "")).join("\n");
}
