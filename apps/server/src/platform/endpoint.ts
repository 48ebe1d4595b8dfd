import type { Endpoint, Input, Output } from "@toibako/contract/endpoint.ts";
import { commonErrors, type ErrorCode, errorStatus } from "@toibako/contract/errors.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RouteOptions,
} from "fastify";
import { type TSchema, Type } from "typebox";
import { checkOrigin } from "./csrf.ts";
import { failureOf } from "./error-reply.ts";
import { Failure, fieldFailure } from "./failure.ts";
import { formType, readForms } from "./forms.ts";
import { limiter } from "./limits.ts";
import { localeOf } from "./locale.ts";
import { publicId } from "./secrets.ts";
import type { Services } from "./services.ts";
import { startVisitor } from "./session.ts";
import type { Sender, SignedIn, Viewer } from "./viewer.ts";

type ViewerOf<E extends Endpoint> = E["caller"] extends "user"
  ? SignedIn
  : E["caller"] extends "visitor"
    ? Sender
    : Viewer;

type Required<T> = { [K in keyof T]-?: Exclude<T[K], undefined> };
type QueryOf<E extends Endpoint> =
  Input<E> extends { query?: infer Q } ? { query: Required<Q> } : unknown;

/** One call that passed the edge: authenticated, validated, within its limits. */
export type Call<E extends Endpoint> = Omit<Input<E>, "query"> &
  QueryOf<E> & {
    viewer: ViewerOf<E>;
    locale: Locale;
    services: Services;
    request: FastifyRequest;
    reply: FastifyReply;
    /** The repeated call's key, when the client sent one. */
    idempotency_key: string | undefined;
    /** A public id for what this call makes; the same again for a repeated call. */
    new_id: () => string;
  };

export interface Answer<E extends Endpoint> {
  /** The endpoint's first success status unless said otherwise. */
  status?: number;
  body?: Output<E>;
  location?: string;
}

export interface Route {
  endpoint: Endpoint;
  // biome-ignore lint/suspicious/noExplicitAny: each route knows its own endpoint's types
  handle: (call: any) => Promise<Answer<any>>;
}

/** Ties an endpoint of the contract to what does it. */
export function implement<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<Answer<E>>,
): Route {
  return { endpoint, handle };
}

const ErrorReply = Type.Object({
  error: Type.Object({
    code: Type.String(),
    messages: Type.Array(Type.String()),
    details: Type.Record(Type.String(), Type.Array(Type.String())),
  }),
});

/** Mounts one endpoint: viewer, origin and token, limits, validation, closed response. */
export function mount(app: FastifyInstance, services: Services, { endpoint, handle }: Route): void {
  const limits = (endpoint.limits ?? []).map((limit) => ({
    applies: (viewer: Viewer) =>
      limit.key === "address" || !!viewer.user === (limit.key === "user"),
    take: limiter(app, services, endpoint.name, limit),
  }));
  const count = async (request: FastifyRequest) => {
    for (const { applies, take } of limits) {
      if (!applies(request.viewer)) continue;
      const retry_after = await take(request);
      if (retry_after !== undefined) throw new Failure("too_many", { retry_after });
    }
  };
  const writes = endpoint.method !== "GET";
  const success = Number(Object.keys(endpoint.response)[0]);
  const route: RouteOptions = {
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint),
    preValidation: async (request) => {
      if (writes) checkOrigin(services, request);
      if (endpoint.caller === "user" && !request.viewer.user) throw new Failure("sign_in_needed");
      await count(request);
    },
    handler: async (request, reply) => {
      const { viewer } = request;
      if (endpoint.caller === "visitor" && !viewer.sender_key) {
        viewer.sender_key = startVisitor(services, request, reply, idempotencyKey(request));
        // Counted for the address so far, and from now on for the visitor.
        await count(request);
      }
      const call = callOf(services, request, reply);
      const answer = await (writes ? handle(call) : twiceAtMost(() => handle(call)));
      reply.code(answer.status ?? success);
      if (answer.location) reply.header("location", answer.location);
      if (!writes) reply.header("cache-control", "private, no-store");
      return answer.body ?? null;
    },
  };
  if (endpoint.form) readForms(app, route);
  else app.route(route);
}

function callOf(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const idempotency_key = idempotencyKey(request);
  const { viewer } = request;
  return {
    params: request.params,
    query: request.query,
    body: request.body,
    viewer,
    locale: localeOf(request),
    services,
    request,
    reply,
    idempotency_key,
    new_id: () =>
      idempotency_key
        ? services.secrets.idFor(viewer.sender_key?.toString("hex") ?? request.ip, idempotency_key)
        : publicId(),
  };
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined || request.method !== "POST") return undefined;
  if (typeof key === "string" && /^[\x21-\x7e]{8,128}$/.test(key)) return key;
  throw fieldFailure("Idempotency-Key", "invalid_field");
}

/** A read whose connection died under it is tried once more. */
async function twiceAtMost<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Failure || failureOf(error).code !== "overloaded") throw error;
    return read();
  }
}

function schemaOf(endpoint: Endpoint): FastifySchema {
  const codes = new Set<ErrorCode>([...commonErrors, ...endpoint.errors]);
  const refusals: Record<number, TSchema> = Object.fromEntries(
    [...codes].map((code) => [errorStatus[code], ErrorReply]),
  );
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [endpoint.path.split("/")[3] ?? "accounts"],
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.body && { body: endpoint.body }),
    ...(endpoint.form && { body: endpoint.form, consumes: [formType] }),
    response: { ...refusals, ...endpoint.response },
  };
}
