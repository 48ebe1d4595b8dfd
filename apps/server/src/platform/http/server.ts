import underPressure from "@fastify/under-pressure";
import fastJsonStringify from "fast-json-stringify";
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { Config } from "#platform/config.ts";
import type { Logger } from "#platform/observability/log.ts";
import { connectionTimeout, limitConnections } from "./connections.ts";
import { createClientErrorHandler, refuseAddress, sendError } from "./error-reply.ts";
import { Failure } from "./failure.ts";
import { hasMoreValues, toPathAndQuery } from "./request-target.ts";

/** Maximum number of values in body and query; far more than any form of this site sends. */
const maxValues = 500;

/** Milliseconds after the start during which no request is refused as overload. */
const startMilliseconds = 10_000;

const healthPaths = /^\/(healthz|readyz)$/;

/**
 * Whether a path is that of an asset or a health endpoint. They are exempt from load shedding, and their
 * requests need no viewer.
 */
export const isAssetOrHealthPath = (path: string): boolean =>
  path.startsWith("/assets/") || healthPaths.test(path);

/**
 * Whether a path is that of a file that is sent as it is. Cards may have to be drawn first. The only files below `/api`
 * are those of the documentation's page.
 */
const isFilePath = (path: string): boolean =>
  /^\/(?!cards\/|api\/(?!docs\/))[^?]*\.(?:css|ico|js|png|svg|txt|webmanifest|webp|woff2)\/?(?:\?|$)/.test(
    path,
  );

/** Whether a request is served even while others are refused as overload: pages that were already sent need their files. */
export const isExemptFromShedding = (path: string): boolean =>
  isAssetOrHealthPath(path) || isFilePath(path);

/**
 * Creates a server without routes: its limits for requests and connections, its error replies, and `headers`,
 * which every reply has.
 */
export function createServer(
  log: Logger,
  { trust_proxy }: Config,
  headers: Record<string, string>,
): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trust_proxy.length > 0 ? trust_proxy : false,
    // In bytes. The longest text of the contract (`textLimits`) takes 240,000 bytes.
    bodyLimit: 256 * 1024,
    // In milliseconds: for the headers of a request, and for its headers and body. The slowest part of an archive takes
    // 19 seconds. Node swaps the two if the time for headers, 60 seconds by default, is the longer one.
    http: { headersTimeout: 15_000 },
    requestTimeout: 30_000,
    // Also limits how long closing waits for running requests.
    pluginTimeout: 25_000,
    connectionTimeout,
    forceCloseConnections: "idle",
    // Requests that arrive on an open connection while the process stops are still served.
    return503OnClosing: false,
    // The specification writes some calls with a slash at the end of the path.
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    rewriteUrl: ({ url = "/" }) => toPathAndQuery(url),
    // Runs before all hooks, so it sets the headers as well.
    frameworkErrors: (error, request, reply) =>
      refuseAddress(error, request, reply.headers(headers)),
    clientErrorHandler: createClientErrorHandler(headers),
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: true,
        allErrors: true,
      },
    },
  });
  // Compiles a serializer when it is first used: to compile all would take most of the start's time.
  app.setSerializerCompiler<Parameters<typeof fastJsonStringify>[0]>(({ schema }) => {
    let serialize: ReturnType<typeof fastJsonStringify> | undefined;
    return (data) => {
      serialize ??= fastJsonStringify(schema);
      return serialize(data);
    };
  });
  app.removeContentTypeParser("text/plain");
  app.setErrorHandler(sendError);
  limitConnections(app, trust_proxy.length > 0);
  // Runs before all hooks that can fail, so that their errors have these headers as well. Hooks that run for
  // every request without awaiting anything use the callback, which costs less than a promise.
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  app.addHook("preValidation", ({ body, query, routeOptions }, _reply, done) => {
    const { max_values = maxValues } = routeOptions.config;
    done(hasMoreValues([body, query], max_values) ? new Failure("malformed") : undefined);
  });
  return app;
}

/** Refuses requests with 503 while the event loop is more than a second late. */
export async function refuseOverload(app: FastifyInstance): Promise<void> {
  // Starting blocks the event loop, on slow machines for seconds, so a delay that is measured soon after it
  // doesn't mean overload.
  let startedAt = Number.POSITIVE_INFINITY;
  app.addHook("onListen", async () => {
    startedAt = performance.now();
  });
  await app.register(underPressure, {
    maxEventLoopDelay: 1_000,
    sampleInterval: 1_000,
    pressureHandler: ({ url }) => {
      if (performance.now() - startedAt < startMilliseconds) return;
      if (isExemptFromShedding(url)) return;
      throw new Failure("overloaded", { retry_after: 1 });
    },
  });
}
