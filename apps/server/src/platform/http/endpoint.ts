import type { Endpoint, Input, Limit, Output } from "@toibako/contract/endpoint.ts";
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
import { isWorthRetrying } from "#platform/database/db-errors.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import { setVisitorCookie, startVisitor } from "#platform/identity/session.ts";
import type { Sender, SignedIn, Viewer } from "#platform/identity/viewer.ts";
import { appliesTo, countAgainstLimits, createLimiter } from "#platform/limits/limits.ts";
import { createVisitorCheck } from "#platform/limits/visitors-without-cookie.ts";
import type { Services } from "#platform/services.ts";
import { rejectForeignOrigin, rejectWrongToken } from "./csrf.ts";
import { listSecurity } from "./documentation.ts";
import { createFieldFailure, Failure } from "./failure.ts";
import { formType, mountFormRoute, mountRouteIgnoringBodies } from "./forms.ts";
import { type CallingPage, createInProcessRead } from "./in-process.ts";
import { readRequestLocale } from "./locale.ts";
import { redirectAfterError } from "./navigation-error.ts";
import { rejectStaleTab } from "./stale-tab.ts";
import { mountUploadRoute, multipartType } from "./uploads.ts";

type ViewerOf<E extends Endpoint> = E["caller"] extends "user"
  ? SignedIn
  : E["caller"] extends "visitor"
    ? Sender
    : Viewer;

type AllDefined<T> = { [K in keyof T]-?: Exclude<T[K], undefined> };
type QueryOf<E extends Endpoint> =
  Input<E> extends { query?: infer Q } ? { query: AllDefined<Q> } : unknown;

/**
 * A request after authentication and validation. It has been counted against all limits, except those
 * that the contract leaves to the handler (`is_counted_by_handler`).
 */
export type Call<E extends Endpoint> = Omit<Input<E>, "query" | "files"> &
  QueryOf<E> & {
    viewer: ViewerOf<E>;
    locale: Locale;
    /** The files of a multipart body, by field. */
    files: ReadonlyMap<string, Buffer>;
    services: Services;
    request: FastifyRequest;
    reply: FastifyReply;
    /**
     * The page that calls the endpoint while it is rendered; undefined over HTTP. With it, a handler can
     * read data once for all calls of one page.
     */
    page: CallingPage | undefined;
    /** The `Idempotency-Key` header, if the client sent one. */
    idempotency_key: string | undefined;
    /** Creates a public id; a repeated request gets the same one. */
    createId: () => string;
    /**
     * Counts the request against the limits that the contract leaves to the handler; throws if it
     * exceeds one.
     */
    countRequest: () => Promise<void>;
  };

export interface Reply<E extends Endpoint> {
  /** Defaults to the endpoint's first success status. */
  status?: number;
  body?: Output<E>;
  location?: string;
}

export interface Route {
  endpoint: Endpoint;
  // biome-ignore lint/suspicious/noExplicitAny: each route knows its own endpoint's types
  handle: (call: any) => Promise<Reply<any>>;
}

/** Binds an endpoint of the contract to its handler. */
export function implement<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<Reply<E>>,
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

/** Who counts a request against a limit: this module before it calls the handler, or the handler. */
type CountedBy = "endpoint" | "handler";

/** Mounts one endpoint: CSRF check, sign-in, limits, validation, response schema. */
export function mount(app: FastifyInstance, services: Services, { endpoint, handle }: Route): void {
  const countCall = createCallCounter(app, services, endpoint);
  const countCaller = (request: FastifyRequest, countedBy: CountedBy) =>
    countCall(request, ["address", "user", "visitor"], countedBy);
  const admitVisitor = createVisitorAdmission(app, services, countCall);
  const rejectVisitor = ({ viewer }: FastifyRequest) => {
    if (endpoint.caller === "user" && !viewer.user) throw new Failure("sign_in_needed");
  };
  const isWrite = endpoint.method !== "GET";
  const isCalledByPagesOnly = isWrite && !endpoint.is_one_click;
  const successStatus = Number(Object.keys(endpoint.response)[0]);
  mountRoute(app, endpoint, {
    method: endpoint.method,
    url: endpoint.path,
    schema: createSchema(endpoint),
    ...(endpoint.is_navigation && { errorHandler: redirectAfterError }),
    // Runs before the body is parsed, so that refused requests cost little. For a form it runs after
    // parsing, because a form has its CSRF token in the body.
    [endpoint.form ? "preValidation" : "preParsing"]: async (request: FastifyRequest) => {
      if (isCalledByPagesOnly) rejectForeignOrigin(services, request);
      // Before the check of the CSRF token, which belongs to the session of the page: a stale tab must
      // get `stale_tab`, and a page whose session has ended `sign_in_needed`, not `bad_token`.
      if (!endpoint.serves_stale_tabs) rejectStaleTab(request);
      rejectVisitor(request);
      if (isCalledByPagesOnly) rejectWrongToken(services, request);
      await countCaller(request, "endpoint");
    },
    handler: async (request, reply) => {
      const visitorToken =
        endpoint.caller === "visitor" ? await admitVisitor(request, reply) : undefined;
      const countRequest = () => countCaller(request, "handler");
      const call = createCall(endpoint, services, request, reply, countRequest);
      const { status, body, location } = await (isWrite
        ? handle(call)
        : retryReadOnce(() => handle(call)));
      // After the handler, so that a refused request creates no visitor.
      if (visitorToken) setVisitorCookie(reply, visitorToken);
      reply.code(status ?? successStatus);
      if (location) reply.header("location", location);
      if (!isWrite) reply.header("cache-control", "private, no-store");
      return body ?? null;
    },
  });
  if (isWrite || endpoint.has_effect) return;
  app.inProcessReads.set(
    endpoint.name,
    createInProcessRead(endpoint, successStatus, async (request, reply, page) => {
      rejectVisitor(request);
      await countCaller(request, "endpoint");
      const countRequest = () => countCaller(request, "handler");
      const call = createCall(endpoint, services, request, reply, countRequest);
      return retryReadOnce(() => handle({ ...call, locale: page.locale, page }));
    }),
  );
}

type CountCall = (
  request: FastifyRequest,
  keys: readonly Limit["key"][],
  countedBy: CountedBy,
) => Promise<void>;

/** Returns the function that counts a request against the limits of an endpoint with one of these keys. */
function createCallCounter(
  app: FastifyInstance,
  services: Services,
  endpoint: Endpoint,
): CountCall {
  const limits = (endpoint.limits ?? []).map((limit) => ({
    key: limit.key,
    countedBy: limit.is_counted_by_handler ? "handler" : "endpoint",
    limiter: createLimiter(app, services, endpoint.counts_as ?? endpoint.name, limit),
  }));
  return async (request, keys, countedBy) => {
    const applicableLimits = limits.filter(
      (limit) =>
        limit.countedBy === countedBy &&
        keys.includes(limit.key) &&
        appliesTo(limit.key, request.viewer),
    );
    if (applicableLimits.length === 0) return;
    const retry_after = await countAgainstLimits(
      applicableLimits.map(({ limiter }) => limiter),
      request,
    );
    if (retry_after !== undefined) throw new Failure("too_many", { retry_after });
  };
}

/**
 * Returns the function that runs after validation. It counts the request against the limits of a visitor's network. A
 * visitor without a cookie gets an identity there; the request is then counted against the limit of that visitor too,
 * and the token for the visitor cookie is returned.
 */
function createVisitorAdmission(app: FastifyInstance, services: Services, countCall: CountCall) {
  const checkVisitor = createVisitorCheck(app, services);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const hasCookie = request.viewer.identity !== undefined;
    if (!hasCookie) await checkVisitor(request, reply);
    await countCall(request, ["visitor_network", "new_visitor_network"], "endpoint");
    if (hasCookie) return undefined;
    const { viewer, token } = startVisitor(services, request, readIdempotencyKey(request));
    request.viewer = viewer;
    await countCall(request, ["visitor"], "endpoint");
    return token;
  };
}

/** Mounts the route of an endpoint with the parser of the bodies that it accepts. */
function mountRoute(app: FastifyInstance, endpoint: Endpoint, route: RouteOptions): void {
  if (endpoint.form) mountFormRoute(app, route);
  else if (endpoint.is_one_click) mountRouteIgnoringBodies(app, route);
  else if (endpoint.files && endpoint.body)
    mountUploadRoute(app, route, endpoint.files, endpoint.body);
  else app.route(route);
}

function createCall(
  { name, counts_as = name }: Endpoint,
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  countRequest: () => Promise<void>,
) {
  const idempotency_key = readIdempotencyKey(request);
  const { viewer } = request;
  // Includes the endpoint's name: otherwise two objects that a client creates with one idempotency key
  // at different endpoints would have the same id.
  const endpointAndCaller = `${counts_as} ${viewer.identity?.toString("hex") ?? request.ip}`;
  return {
    params: request.params,
    query: request.query,
    body: request.body,
    files: request.uploads ?? new Map<string, Buffer>(),
    viewer,
    locale: readRequestLocale(request),
    services,
    request,
    reply,
    page: undefined,
    idempotency_key,
    countRequest,
    createId: () =>
      idempotency_key
        ? services.secrets.derivePublicId(endpointAndCaller, idempotency_key)
        : createPublicId(),
  };
}

function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined || request.method !== "POST") return undefined;
  if (typeof key === "string" && /^[\x21-\x7e]{8,128}$/.test(key)) return key;
  throw createFieldFailure("Idempotency-Key", "invalid_field");
}

/** Retries a GET once after a lost connection or a conflict. */
async function retryReadOnce<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isWorthRetrying(error)) throw error;
    return read();
  }
}

/** The response schemas of these error codes and of those common to all endpoints. */
export function createRefusalSchemas(errors: readonly ErrorCode[]): Record<number, TSchema> {
  const codes = new Set<ErrorCode>([...commonErrors, ...errors]);
  return Object.fromEntries([...codes].map((code) => [errorStatus[code], ErrorReply]));
}

function createSchema(endpoint: Endpoint): FastifySchema {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    security: listSecurity(endpoint),
    tags: [endpoint.path.split("/")[3] ?? "accounts"],
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.body && { body: endpoint.body }),
    ...(endpoint.form && { body: endpoint.form, consumes: [formType] }),
    ...(endpoint.files && { consumes: ["application/json", multipartType] }),
    response: { ...createRefusalSchemas(endpoint.errors), ...endpoint.response },
  };
}
