import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Endpoint, Input, Method, Output } from "@toibako/contract/endpoint.ts";
import { type ApiError, createConnectionError, createReplyError } from "./api-error.ts";
import { loader } from "./loader.ts";
import type { CallInput, Reply, Transport } from "./transport.ts";

export { ApiError, describeFailure, getErrorTexts } from "./api-error.ts";

const requestsOf = new WeakMap<QueryClient, Requests>();
let browserClient: QueryClient | undefined;

/** Connects a query client to a transport; each rendered page has a query client of its own. */
export function connect(
  client: QueryClient,
  transport: Transport,
  handlers: Partial<FailureHandlers> = {},
) {
  requestsOf.set(client, createRequests(transport, handlers));
}

/** Connects the browser's query client, which `send` uses. `handlers` are called for each failure. */
export function connectBrowser(
  client: QueryClient,
  transport: Transport,
  handlers: Partial<FailureHandlers> = {},
) {
  connect(client, transport, handlers);
  browserClient = client;
}

function requireRequests(client: QueryClient | undefined): Requests {
  const requests = client && requestsOf.get(client);
  if (!requests) throw new Error("This query client was not connected");
  return requests;
}

export const api = {
  /** The query options of a call. The key of all its inputs is `[endpoint.name]`. */
  query<E extends Endpoint & { method: "GET" }>(endpoint: E, ...[input]: Given<E>) {
    return queryOptions({
      queryKey: input === undefined ? [endpoint.name] : [endpoint.name, input],
      queryFn: ({ client }) => api.read(client, endpoint, ...([input] as Given<E>)),
    });
  },

  /** Sends a call outside of `query`, for query functions such as those of infinite lists. */
  async read<E extends Endpoint & { method: "GET" }>(
    client: QueryClient,
    endpoint: E,
    ...[input]: Given<E>
  ): Promise<Output<E>> {
    return (await requireRequests(client).get(endpoint, input)).data;
  },
};

/** Sends a change; throws ApiError. */
export function send<E extends Endpoint & { method: Exclude<Method, "GET"> }>(
  endpoint: E,
  input?: Given<E>[0],
  actions?: Actions<Output<E>>,
): Promise<Reply<Output<E>>> {
  return requireRequests(browserClient).call(endpoint, input, actions);
}

/** The handler of the failure's kind is called before the call's own action. They show nothing. */
export interface FailureHandlers {
  server_error(error: ApiError): void;
  bad_request(error: ApiError): void;
  timeout(error: ApiError): void;
  unexpected(error: ApiError): void;
}

interface Actions<T> {
  success?: (reply: Reply<T>) => void;
  failure?: (error: ApiError) => void;
  fullscreen_loader?: boolean;
}

/** The arguments after the endpoint: optional if the endpoint has no required input. */
type Given<E extends Endpoint> =
  unknown extends Input<E>
    ? [input?: Record<never, never>]
    : Record<never, never> extends Input<E>
      ? [input?: Input<E>]
      : [input: Input<E>];

type Verb<M extends Method> = <E extends Endpoint & { method: M }>(
  endpoint: E,
  input?: Given<E>[0],
  actions?: Actions<Output<E>>,
) => Promise<Reply<Output<E>>>;

interface Requests {
  get: Verb<"GET">;
  post: Verb<"POST">;
  put: Verb<"PUT">;
  patch: Verb<"PATCH">;
  delete: Verb<"DELETE">;
  /** Uses the method of the endpoint. */
  call: Verb<Method>;
}

const ignore = () => {};
const silent: FailureHandlers = {
  server_error: ignore,
  bad_request: ignore,
  timeout: ignore,
  unexpected: ignore,
};

/** Every call passes these: they show the loader, type and route failures, and run the actions. */
export function createRequests(
  transport: Transport,
  handlers: Partial<FailureHandlers> = {},
): Requests {
  const allHandlers = { ...silent, ...handlers };

  const call: Verb<Method> = async (endpoint, input, actions = {}) => {
    if (actions.fullscreen_loader) loader.show();
    const reply = await sendCall<Output<typeof endpoint>>(transport, endpoint, input as CallInput)
      .catch((cause: unknown) => {
        const error = createConnectionError(cause);
        allHandlers[classifyFailure(error)](error);
        actions.failure?.(error);
        throw error;
      })
      .finally(() => actions.fullscreen_loader && loader.hide());
    actions.success?.(reply);
    return reply;
  };
  return { get: call, post: call, put: call, patch: call, delete: call, call };
}

async function sendCall<T>(
  transport: Transport,
  endpoint: Endpoint,
  input: CallInput = {},
): Promise<Reply<T>> {
  const reply = await transport(endpoint, input);
  if (reply.status >= 400 || isForeignPage(endpoint, reply)) {
    throw createReplyError(reply.status, reply.data);
  }
  return reply as Reply<T>;
}

/** A read always returns JSON: a 200 without it is the page of some proxy. */
function isForeignPage({ method }: Endpoint, { status, data }: Reply): boolean {
  return method === "GET" && status === 200 && data === null;
}

function classifyFailure({ status, code }: ApiError): keyof FailureHandlers {
  if (status >= 500) return "server_error";
  if (status >= 400) return "bad_request";
  return code === "timeout" ? "timeout" : "unexpected";
}
