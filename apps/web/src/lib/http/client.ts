import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Endpoint, Input, Method, Output } from "@toibako/contract/endpoint.ts";
import { ApiError, createReplyError, toApiError } from "./api-error.ts";
import { loader } from "./loader.ts";
import type { CallInput, Reply, Transport } from "./transport.ts";

export { ApiError, describeFailure, getErrorTexts } from "./api-error.ts";

const callByClient = new WeakMap<QueryClient, Call>();
let browserClient: QueryClient | undefined;
/** Returns the message of a call that failed because the device is offline. */
let getOfflineText: (() => string) | undefined;

/** Connects a query client to a transport. On the server, each rendered page has its own query client. */
export function connect(
  client: QueryClient,
  transport: Transport,
  handlers: Partial<FailureHandlers> = {},
) {
  callByClient.set(client, createCall(transport, handlers));
}

/**
 * Connects the browser's query client, which `send` uses. `handlers` are called after failed calls.
 * `getText` returns the message of a call that failed because the device is offline.
 */
export function connectBrowser(
  client: QueryClient,
  transport: Transport,
  handlers: Partial<FailureHandlers> = {},
  getText?: () => string,
) {
  connect(client, transport, handlers);
  browserClient = client;
  getOfflineText = getText;
}

function requireCall(client: QueryClient | undefined): Call {
  const call = client && callByClient.get(client);
  if (!call) throw new Error("This query client was not connected");
  return call;
}

/** A page after others is asked for by about this many rows before it; fits `positionQuery` of the contract. */
const namedRows = 20;

export const api = {
  /** Returns the query options of a call. The key `[endpoint.name]` matches calls of the endpoint with any input. */
  query<E extends Endpoint & { method: "GET" }>(endpoint: E, ...[input]: InputArguments<E>) {
    return queryOptions({
      queryKey: input === undefined ? [endpoint.name] : [endpoint.name, input],
      // The assertion is needed because TypeScript doesn't see that `[input]` has the type of the parameter.
      queryFn: ({ client }) => api.read(client, endpoint, ...([input] as InputArguments<E>)),
    });
  },

  /**
   * Returns the query options of a page of a list. If the page before it is loaded and this one isn't, asks for the
   * rows after that page, so that none is skipped or repeated if rows were added or deleted since then. Loaded pages
   * are fetched again by their numbers. `listIds` returns the ids of a page's rows. Short pages are named together
   * with those before them, because all rows of one may have been deleted.
   */
  pageQuery<E extends Endpoint & { method: "GET" }>(
    endpoint: E,
    page: number,
    buildInput: (page: number, position?: { after: string }) => InputArguments<E>[0],
    listIds: (data: Output<E>) => string[],
  ) {
    const buildKey = (number: number) => [endpoint.name, buildInput(number)];
    return queryOptions({
      queryKey: buildKey(page),
      queryFn: ({ client }) => {
        const isLoaded = client.getQueryData(buildKey(page)) !== undefined;
        const ids: string[] = [];
        for (let number = page - 1; !isLoaded && ids.length < namedRows; number--) {
          const earlier = client.getQueryData<Output<E>>(buildKey(number));
          if (earlier === undefined) break;
          ids.unshift(...listIds(earlier));
        }
        const after = ids.join(",");
        const input = after ? buildInput(page, { after }) : buildInput(page);
        return api.read(client, endpoint, ...([input] as InputArguments<E>));
      },
    });
  },

  /** Sends a call and returns its data, for queries that need other options, such as infinite lists. */
  async read<E extends Endpoint & { method: "GET" }>(
    client: QueryClient,
    endpoint: E,
    ...[input]: InputArguments<E>
  ): Promise<Output<E>> {
    return (await requireCall(client)(endpoint, input)).data;
  },
};

/** Asks for an identity confirmation. Resolves to false if the person declines it. */
type ConfirmIdentity = () => Promise<boolean>;

let confirmIdentity: ConfirmIdentity = () => Promise.resolve(false);

/** Sets the function that asks for an identity confirmation. */
export function setIdentityConfirmation(confirm: ConfirmIdentity): void {
  confirmIdentity = confirm;
}

/** The changes that are being sent, by their endpoint and input. */
const changesInFlight = new Map<string, Promise<Reply<unknown>>>();

/**
 * Sends a change; throws ApiError. A change that is already being sent is not sent again: two presses may come
 * before the page shows the first one as pending.
 */
export async function send<E extends Endpoint & { method: Exclude<Method, "GET"> }>(
  endpoint: E,
  input?: InputArguments<E>[0],
  options?: CallOptions<Output<E>>,
): Promise<Reply<Output<E>>> {
  // Files have no text by which two of them could be compared.
  if ((input as CallInput | undefined)?.files) return sendOrConfirm(endpoint, input, options);
  const key = JSON.stringify([endpoint.name, input, options?.idempotency_key]);
  const running = changesInFlight.get(key);
  if (running) return running as Promise<Reply<Output<E>>>;
  const started = sendOrConfirm(endpoint, input, options).finally(() =>
    changesInFlight.delete(key),
  );
  changesInFlight.set(key, started);
  return started;
}

/** Sends a deletion. What is gone already counts as deleted: the reply to an earlier attempt may have been lost. */
export async function sendDeletion<E extends Endpoint & { method: "DELETE" }>(
  endpoint: E,
  input?: InputArguments<E>[0],
): Promise<void> {
  try {
    await send(endpoint, input);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "not_found") throw error;
  }
}

/** If the change needs an identity confirmation, asks for it and then sends the change again. */
async function sendOrConfirm<E extends Endpoint & { method: Exclude<Method, "GET"> }>(
  endpoint: E,
  input?: InputArguments<E>[0],
  options?: CallOptions<Output<E>>,
): Promise<Reply<Output<E>>> {
  const call = requireCall(browserClient);
  try {
    return await call(endpoint, input, options);
  } catch (error) {
    const isUnconfirmed = error instanceof ApiError && error.code === "confirmation_needed";
    if (!isUnconfirmed || !(await confirmIdentity())) throw error;
    return call(endpoint, input, options);
  }
}

/** Asks for an identity confirmation. Resolves to false if the person declines it. */
export const requestIdentityConfirmation = (): Promise<boolean> => confirmIdentity();

/**
 * After a failure, the handler of its kind is called first and reports it; then the call's own `failure`
 * action is called and shows it to the reader.
 */
export interface FailureHandlers {
  server_error(error: ApiError): void;
  bad_request(error: ApiError): void;
  timeout(error: ApiError): void;
  unexpected(error: ApiError): void;
}

interface CallOptions<T> {
  /** Actions of the caller, which run after the call has succeeded or failed. */
  success?: (reply: Reply<T>) => void;
  failure?: (error: ApiError) => void;
  showsFullscreenLoader?: boolean;
  /** The key of a POST that may be repeated later; by default each call gets a new key. */
  idempotency_key?: string;
}

/** The input as the list of arguments after the endpoint; optional if the endpoint requires no input. */
type InputArguments<E extends Endpoint> =
  unknown extends Input<E>
    ? [input?: Record<never, never>]
    : Record<never, never> extends Input<E>
      ? [input?: Input<E>]
      : [input: Input<E>];

/** Calls an endpoint and runs the action `success` or `failure` of the options. */
type Call = <E extends Endpoint>(
  endpoint: E,
  input?: InputArguments<E>[0],
  options?: CallOptions<Output<E>>,
) => Promise<Reply<Output<E>>>;

const ignore = () => {};
const silentHandlers: FailureHandlers = {
  server_error: ignore,
  bad_request: ignore,
  timeout: ignore,
  unexpected: ignore,
};

/**
 * Creates the function that makes every call. It shows the loader if `showsFullscreenLoader` is set, passes a
 * failure to the handler of its kind and runs the actions.
 */
export function createCall(transport: Transport, handlers: Partial<FailureHandlers> = {}): Call {
  const allHandlers = { ...silentHandlers, ...handlers };

  return async (endpoint, input, options = {}) => {
    if (options.showsFullscreenLoader) loader.show();
    const { idempotency_key } = options;
    const callInput = { ...(input as CallInput), ...(idempotency_key && { idempotency_key }) };
    const reply = await sendCall<Output<typeof endpoint>>(transport, endpoint, callInput)
      .catch((cause: unknown) => {
        const error = toApiError(cause, getOfflineText);
        allHandlers[classifyFailure(error)](error);
        options.failure?.(error);
        throw error;
      })
      .finally(() => options.showsFullscreenLoader && loader.hide());
    options.success?.(reply);
    return reply;
  };
}

async function sendCall<T>(
  transport: Transport,
  endpoint: Endpoint,
  input: CallInput = {},
): Promise<Reply<T>> {
  const reply = await transport(endpoint, input);
  if (reply.status >= 400 || isProxyPage(endpoint, reply)) {
    throw createReplyError(reply.status, reply.data);
  }
  return reply as Reply<T>;
}

/** Whether a proxy has replied with a page of its own: this site replies to each GET with JSON. */
function isProxyPage({ method }: Endpoint, { status, data }: Reply): boolean {
  return method === "GET" && status === 200 && data === null;
}

function classifyFailure({ status, code }: ApiError): keyof FailureHandlers {
  if (status >= 500) return "server_error";
  if (status >= 400) return "bad_request";
  return code === "timeout" ? "timeout" : "unexpected";
}
