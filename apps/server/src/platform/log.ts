import type { FastifyReply, FastifyRequest } from "fastify";
import { type DestinationStream, type Logger, pino } from "pino";

export type { Logger };

/**
 * Logs hold routes, codes and stacks: no address of a person or of a page, no header, no body. A line
 * for each request would say little more than the metrics do, so only what is worth reading is written.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const serializers = {
    req: ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions?.url }),
    res: ({ statusCode }: FastifyReply) => ({ status: statusCode }),
    err: describeError,
  };
  return pino({ level, base: {}, serializers }, destination);
}

/** A database's message may quote what was written, so with a code the message is left out. */
function describeError(error: Error & { code?: string }) {
  const stack = error.stack?.split("\n").filter((line) => line.trimStart().startsWith("at "));
  return {
    type: error.name,
    code: error.code,
    message: error.code ? undefined : error.message,
    stack: stack?.join("\n"),
  };
}
