import type { FastifyReply, FastifyRequest } from "fastify";
import { type DestinationStream, type LogFn, type Logger, pino } from "pino";

export type { Logger };

/**
 * Logs contain routes, codes and stacks, but no IP address, URL or header, and no body except that of an
 * error report, which holds no personal data. Requests aren't logged one by one; the metrics count them. Errors are also
 * passed to `reportError`.
 */
export function createLogger(
  level: string,
  destination?: DestinationStream,
  reportError?: (error: Error) => void,
): Logger {
  const serializers = {
    req: ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions?.url }),
    res: ({ statusCode }: FastifyReply) => ({ status: statusCode }),
    err: describeError,
  };
  const hooks = {
    logMethod(args: Parameters<LogFn>, method: LogFn, level: number) {
      const [details] = args as unknown[];
      if (reportError && level >= errorLevel && hasError(details)) reportError(details.err);
      method.apply(this as unknown as Logger, args);
    },
  };
  return pino({ level, base: {}, serializers, hooks }, destination);
}

/** pino's number of the level `error`. */
const errorLevel = pino.levels.values.error ?? 50;

const hasError = (details: unknown): details is { err: Error } =>
  (details as { err?: unknown } | null)?.err instanceof Error;

/** Milliseconds. */
const reportInterval = 60_000;

/** Reports errors of the same code at most once a minute, so that an outage doesn't flood the log. */
export function reportOncePerMinute<Details extends unknown[]>(
  report: (error: Error, ...details: Details) => void,
): (error: Error, ...details: Details) => void {
  const lastReports = new Map<string, number>();
  return (error: Error & { code?: string }, ...details) => {
    const kind = error.code ?? error.name;
    const now = Date.now();
    if (now - (lastReports.get(kind) ?? 0) < reportInterval) return;
    lastReports.set(kind, now);
    report(error, ...details);
  };
}

/** Omits the message of errors with a code: a database's message may quote user data. */
function describeError(error: Error & { code?: string }): object {
  const stack = error.stack?.split("\n").filter((line) => line.trimStart().startsWith("at "));
  return {
    type: error.name,
    code: error.code,
    message: error.code ? undefined : error.message,
    stack: stack?.join("\n"),
    cause: error.cause instanceof Error ? describeError(error.cause) : undefined,
  };
}
