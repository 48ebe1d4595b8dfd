import { reportOncePerMinute } from "./log.ts";

export type ReportError = (error: Error) => void;

/** Milliseconds. */
const timeout = 5_000;

/**
 * Returns a function that sends errors to a service that speaks Sentry's protocol, each kind at most once a minute: its
 * name, code and stack, and nothing of the request. `dsn` is the address that the service gives to a project.
 */
export async function openErrorReporter(dsn: string): Promise<ReportError> {
  const { createStackParser, createTransport } = await import("@sentry/core");
  const { nodeStackLineParser, ServerRuntimeClient } = await import("@sentry/core/server");
  const client = new ServerRuntimeClient({
    dsn,
    integrations: [],
    stackParser: createStackParser(nodeStackLineParser()),
    sendClientReports: false,
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        const signal = AbortSignal.timeout(timeout);
        const reply = await fetch(options.url, { method: "POST", body: Buffer.from(body), signal });
        await reply.arrayBuffer();
        return { statusCode: reply.status };
      }),
  });
  client.init();
  return reportOncePerMinute((error) => {
    client.captureException(withoutMessage(error));
  });
}

/** Returns a copy whose message is the error's code, if it has one: a database's message may quote user data. */
function withoutMessage(error: Error & { code?: string }): Error {
  if (error.code === undefined) return error;
  const copy = new Error(error.code);
  copy.name = error.name;
  copy.stack = [
    `${error.name}: ${error.code}`,
    ...(error.stack ?? "").split("\n").filter((line) => line.trimStart().startsWith("at ")),
  ].join("\n");
  return copy;
}
