import type { Endpoint, Input, Method, Output } from "@toibako/contract/endpoint.ts";
import { type ApiError, answeredError, unansweredError } from "./api-error.ts";
import { loader } from "./loader.ts";
import type { Answer, CallInput, Transport } from "./transport.ts";

/** Called with every failure by its kind, before the call's own action. They show nothing. */
export interface FailureHandlers {
  server_error(error: ApiError): void;
  bad_request(error: ApiError): void;
  timeout(error: ApiError): void;
  unexpected(error: ApiError): void;
}

export interface Actions<T> {
  success?: (answer: Answer<T>) => void;
  failure?: (error: ApiError) => void;
  fullscreen_loader?: boolean;
}

/** An endpoint without input takes none; one with a query only may leave it out. */
export type Given<E extends Endpoint> =
  unknown extends Input<E>
    ? [input?: Record<never, never>]
    : Record<never, never> extends Input<E>
      ? [input?: Input<E>]
      : [input: Input<E>];

type Verb<M extends Method> = <E extends Endpoint & { method: M }>(
  endpoint: E,
  input?: Given<E>[0],
  actions?: Actions<Output<E>>,
) => Promise<Answer<Output<E>>>;

export interface Requests {
  get: Verb<"GET">;
  post: Verb<"POST">;
  put: Verb<"PUT">;
  patch: Verb<"PATCH">;
  delete: Verb<"DELETE">;
  /** Whatever verb the endpoint names. */
  call: Verb<Method>;
}

const ignore = () => {};
const silent: FailureHandlers = {
  server_error: ignore,
  bad_request: ignore,
  timeout: ignore,
  unexpected: ignore,
};

/** The layer that every call passes: loader on and off, failures typed and routed, actions run. */
export function createRequests(
  transport: Transport,
  handlers: Partial<FailureHandlers> = {},
): Requests {
  const routed = { ...silent, ...handlers };

  const call: Verb<Method> = async (endpoint, input, actions = {}) => {
    if (actions.fullscreen_loader) loader.show();
    const answer = await answerOf<Output<typeof endpoint>>(transport, endpoint, input as CallInput)
      .catch((cause: unknown) => {
        const error = unansweredError(cause);
        routed[kindOf(error)](error);
        actions.failure?.(error);
        throw error;
      })
      .finally(() => actions.fullscreen_loader && loader.hide());
    actions.success?.(answer);
    return answer;
  };
  return { get: call, post: call, put: call, patch: call, delete: call, call };
}

async function answerOf<T>(
  transport: Transport,
  endpoint: Endpoint,
  input: CallInput = {},
): Promise<Answer<T>> {
  const answer = await transport(endpoint, input);
  if (answer.status >= 400 || isStrangePage(endpoint, answer)) {
    throw answeredError(answer.status, answer.data);
  }
  return answer as Answer<T>;
}

/** What was read always has a body of ours: a 200 without one is some other server's page. */
function isStrangePage({ method }: Endpoint, { status, data }: Answer): boolean {
  return method === "GET" && status === 200 && data === null;
}

function kindOf({ status, code }: ApiError): keyof FailureHandlers {
  if (status >= 500) return "server_error";
  if (status >= 400) return "bad_request";
  return code === "timeout" ? "timeout" : "unexpected";
}
