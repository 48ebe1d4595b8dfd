import { postErrorReport } from "@toibako/contract/error-reports.ts";
import { ApiError } from "./api-error.ts";
import type { FailureHandlers } from "./client.ts";
import type { Transport } from "./transport.ts";

/**
 * The maximum number of reports per page, because an error in a loop would be reported repeatedly.
 */
const maxReports = 5;

/**
 * Reports to the server, which logs them: uncaught errors, calls that failed with a status of 500 or above,
 * and calls that failed unexpectedly. Error messages are left out, because they may quote what somebody wrote.
 */
export function trackErrors(transport: Transport, route: () => string): Partial<FailureHandlers> {
  let remaining = maxReports;
  const report = (name: string, stack = "") => {
    if (remaining-- <= 0) return;
    const body = {
      name: name.slice(0, 100),
      route: route().slice(0, 200),
      stack: listFrames(stack),
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
  addEventListener("unhandledrejection", ({ reason }) => trackError(reason));
  return {
    server_error: ({ code, status }) => report(`${status} ${code}`),
    unexpected: ({ code, cause }) => {
      if (code !== "network") report(code, cause instanceof Error ? cause.stack : "");
    },
  };
}

/**
 * The frames of a stack, which are the lines that end with line and column, without query strings. The
 * other lines are the error's message.
 */
function listFrames(stack: string): string {
  const frames = stack.split("\n").filter((line) => /:\d+:\d+\)?$/.test(line));
  return frames
    .map((frame) => frame.trim().replace(/\?[^:)]*/g, ""))
    .join("\n")
    .slice(0, 2000);
}
