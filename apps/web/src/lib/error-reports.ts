import { postErrorReport } from "@toibako/contract/error-reports.ts";
import { ApiError } from "./api-error.ts";
import type { FailureHandlers } from "./request.ts";
import type { Transport } from "./transport.ts";

/** So many a page: a fault in a loop says nothing new. */
const most = 5;

/**
 * Sends faults of the page and failed calls to the server, which logs them. Messages stay here: they
 * may quote what somebody wrote.
 */
export function trackErrors(transport: Transport, route: () => string): Partial<FailureHandlers> {
  let left = most;
  const report = (name: string, stack = "") => {
    if (left-- <= 0) return;
    const body = { name: name.slice(0, 100), route: route().slice(0, 200), stack: framesOf(stack) };
    // A report that does not arrive is no second fault.
    transport(postErrorReport, { body }).catch(() => undefined);
  };
  const track = (fault: unknown) => {
    if (fault instanceof ApiError) return;
    const error = fault instanceof Error ? fault : undefined;
    report(error?.name ?? typeof fault, error?.stack);
  };
  addEventListener("error", ({ error }) => track(error));
  addEventListener("unhandledrejection", ({ reason }) => track(reason));
  return {
    server_error: ({ code, status }) => report(`${status} ${code}`),
    unexpected: ({ code, cause }) => {
      if (code !== "network") report(code, cause instanceof Error ? cause.stack : "");
    },
  };
}

/** The places of a stack, without its message and without addresses' queries. */
function framesOf(stack: string): string {
  const frames = stack.split("\n").filter((line) => /:\d+:\d+\)?$/.test(line));
  return frames
    .map((frame) => frame.trim().replace(/\?[^:)]*/g, ""))
    .join("\n")
    .slice(0, 2000);
}
