import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Endpoint, Method, Output } from "@toibako/contract/endpoint.ts";
import { type Actions, createRequests, type FailureHandlers, type Given } from "./request.ts";
import type { Answer, Transport } from "./transport.ts";

export { ApiError, errorTexts } from "./api-error.ts";

const requestsOf = new WeakMap<QueryClient, ReturnType<typeof createRequests>>();
let current: QueryClient | undefined;

/** Gives a query client its way to the server; each rendered page has a client of its own. */
export function connect(
  client: QueryClient,
  transport: Transport,
  handlers: Partial<FailureHandlers> = {},
) {
  requestsOf.set(client, createRequests(transport, handlers));
}

/** In the browser: the client whose way `send` takes. `handlers` hear of every failure. */
export function connectBrowser(
  client: QueryClient,
  transport: Transport,
  handlers: Partial<FailureHandlers> = {},
) {
  connect(client, transport, handlers);
  current = client;
}

type Read<E extends Endpoint> = Promise<Output<E>>;

function through(client: QueryClient | undefined) {
  const requests = client && requestsOf.get(client);
  if (!requests) throw new Error("This query client was not connected");
  return requests;
}

export const api = {
  /** Query options of a call; to invalidate all its inputs use `{ queryKey: [endpoint.name] }`. */
  query<E extends Endpoint & { method: "GET" }>(endpoint: E, ...[input]: Given<E>) {
    return queryOptions({
      queryKey: input === undefined ? [endpoint.name] : [endpoint.name, input],
      queryFn: ({ client }) => api.read(client, endpoint, ...([input] as Given<E>)),
    });
  },

  /** The call alone, for query functions of one's own, such as endless lists. */
  async read<E extends Endpoint & { method: "GET" }>(
    client: QueryClient,
    endpoint: E,
    ...[input]: Given<E>
  ): Read<E> {
    return (await through(client).get(endpoint, input)).data;
  },
};

/** Sends a change; throws ApiError. */
export function send<E extends Endpoint & { method: Exclude<Method, "GET"> }>(
  endpoint: E,
  input?: Given<E>[0],
  actions?: Actions<Output<E>>,
): Promise<Answer<Output<E>>> {
  return through(current).call(endpoint, input, actions);
}
