import type { Caller, Endpoint, Input, Limit, Output, Role } from "@toibako/contract/endpoint.ts";
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
import { rejectClosedConsole } from "#platform/identity/console.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import { setVisitorCookie, startVisitor } from "#platform/identity/session.ts";
import type { Sender, SignedIn, Viewer } from "#platform/identity/viewer.ts";
import { appliesTo, countAgainstLimits, createLimiter } from "#platform/limits/limits.ts";
import { createVisitorCheck } from "#platform/limits/visitors-without-cookie.ts";
import type { Services } from "#platform/services.ts";
import { rejectForeignOrigin, rejectWrongToken } from "./csrf.ts";
import { listSecurity } from "./documentation.ts";
import { createFieldFailure, Failure } from "./failure.ts";
import {
  formType,
  mountFormRoute,
  mountRouteIgnoringBodies,
  mountRouteReadingBytes,
} from "./forms.ts";
import { type CallingPage, createInProcessRead } from "./in-process.ts";
import { readRequestLocale } from "./locale.ts";
import { redirectAfterError } from "./navigation-error.ts";
import { rejectStaleTab } from "./stale-tab.ts";
import { mountLargeBodyRoute, mountUploadRoute, multipartType } from "./uploads.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Who may call the endpoint. */
    caller?: Caller;
    /** The maximum number of values in its body, if it isn't the usual one. */
    max_values?: number;
  }
}

type ViewerOf<E extends Endpoint> = E["caller"] extends "user" | Role
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
  /** For an endpoint with a signed body. */
  verify?: VerifySignature;
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

/** Whether `signature`, the text of the header, is the one of exactly these bytes. */
type VerifySignature = (bytes: Buffer, signature: string, services: Services) => boolean;

/** Binds an endpoint with a signed body to its handler, which gets the bytes after `verify` has accepted them. */
export function implementWebhook<E extends Endpoint & Required<Pick<Endpoint, "signed_body">>>(
  endpoint: E,
  verify: VerifySignature,
  handle: (bytes: Buffer, services: Services) => Promise<Reply<E>>,
): Route {
  return {
    endpoint,
    verify,
    handle: ({ request, services }: Call<E>) => handle(request.body as Buffer, services),
  };
}

const ErrorReply = Type.Object({
  error: Type.Object({
    code: Type.String(),
    messages: Type.Array(Type.String()),
    details: Type.Record(Type.String(), Type.Array(Type.String())),
  }),
});

/** Who counts a request against a limit: this module before it calls the handler, or the handler. */
type CountedBy = "endpoint" | "endpoint after validation" | "handler";

/** Mounts one endpoint: CSRF check, sign-in, limits, validation, response schema. */
export function mount(app: FastifyInstance, services: Services, route: Route): void {
  const { endpoint, handle } = route;
  const countCall = createCallCounter(app, services, endpoint);
  const countCaller = (request: FastifyRequest, countedBy: CountedBy) =>
    countCall(request, ["address", "user", "visitor", "cookieless_network", "everyone"], countedBy);
  const admitVisitor = createVisitorAdmission(app, services, countCall);
  const isWrite = endpoint.method !== "GET";
  const isCalledByPagesOnly =
    isWrite && !endpoint.is_one_click && !endpoint.signed_body && !endpoint.unsigned_body;
  const successStatus = Number(Object.keys(endpoint.response)[0]);
  mountRoute(app, endpoint, {
    method: endpoint.method,
    url: endpoint.path,
    schema: createSchema(endpoint),
    config: {
      caller: endpoint.caller,
      ...(endpoint.max_values && { max_values: endpoint.max_values }),
    },
    ...(endpoint.is_navigation && { errorHandler: redirectAfterError }),
    // Runs before the body is parsed, so that refused requests cost little. For a form it runs after
    // parsing, because a form has its CSRF token in the body.
    [endpoint.form ? "preValidation" : "preParsing"]: async (request: FastifyRequest) => {
      if (isCalledByPagesOnly) rejectForeignOrigin(services, request);
      // Before the check of the CSRF token, which belongs to the session of the page: a stale tab must
      // get `stale_tab`, and a page whose session has ended `sign_in_needed`, not `bad_token`.
      if (!endpoint.serves_stale_tabs && !endpoint.signed_body) rejectStaleTab(request);
      rejectCaller(endpoint, request);
      if (isCalledByPagesOnly) rejectWrongToken(services, request);
      await countCaller(request, "endpoint");
      if (needsConsole(endpoint)) await rejectClosedConsole(services.db, request);
    },
    handler: async (request, reply) => {
      if (endpoint.signed_body) rejectWrongSignature(route, services, request);
      const visitorToken =
        endpoint.caller === "visitor" ? await admitVisitor(request, reply) : undefined;
      await countCaller(request, "endpoint after validation");
      const countRequest = () => countCaller(request, "handler");
      const call = createCall(endpoint, services, request, reply, countRequest);
      const { status, body, location } = await (isWrite || endpoint.has_effect
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
      rejectCaller(endpoint, request);
      await countCaller(request, "endpoint");
      if (needsConsole(endpoint)) await rejectClosedConsole(services.db, request);
      await countCaller(request, "endpoint after validation");
      const countRequest = () => countCaller(request, "handler");
      const call = createCall(endpoint, services, request, reply, countRequest);
      return retryReadOnce(() => handle({ ...call, locale: page.locale, page }));
    }),
  );
}

function chooseCounter({ is_counted_by_handler, by }: Limit): CountedBy {
  if (is_counted_by_handler) return "handler";
  return by === undefined ? "endpoint" : "endpoint after validation";
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
  const limits = endpoint.limits.map((limit) => ({
    key: limit.key,
    countedBy: chooseCounter(limit),
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
    const { viewer, token } = startVisitor(
      services,
      describeKeyOwner(request),
      readIdempotencyKey(request),
    );
    request.viewer = viewer;
    await countCall(request, ["visitor"], "endpoint");
    return token;
  };
}

/** Mounts the route of an endpoint with the parser of the bodies that it accepts. */
function mountRoute(app: FastifyInstance, endpoint: Endpoint, route: RouteOptions): void {
  if (endpoint.form) mountFormRoute(app, route);
  else if (endpoint.is_one_click) mountRouteIgnoringBodies(app, route);
  else if (endpoint.signed_body) mountRouteReadingBytes(app, route, endpoint.signed_body.max_bytes);
  else if (endpoint.unsigned_body)
    mountRouteReadingBytes(app, route, endpoint.unsigned_body.max_bytes);
  else if (endpoint.files && endpoint.body)
    mountUploadRoute(app, route, endpoint.files, endpoint.body, {
      max_file_bytes: endpoint.max_file_bytes,
    });
  else if (endpoint.max_body_bytes) mountLargeBodyRoute(app, route, endpoint.max_body_bytes);
  else app.route(route);
}

const rolesOf: Record<Role, readonly Role[]> = {
  moderator: ["moderator"],
  admin: ["moderator", "admin"],
};

const needsConsole = ({ caller, is_console_entry }: Endpoint) =>
  caller in rolesOf && !is_console_entry;

/** The error of a caller who is not of staff at an endpoint of staff. */
function chooseRefusal({ refuses_openly }: Endpoint, isSignedIn: boolean) {
  if (!refuses_openly) return "not_found";
  return isSignedIn ? "forbidden" : "sign_in_needed";
}

/** Throws unless the endpoint may be called by the viewer of the request. */
function rejectCaller(endpoint: Endpoint, { viewer: { user } }: FastifyRequest): void {
  const { caller } = endpoint;
  if (endpoint.reaches_others && user?.suspended_until) throw new Failure("suspended");
  if (caller === "anyone" || caller === "visitor") return;
  if (caller === "user") {
    if (!user) throw new Failure("sign_in_needed");
    return;
  }
  if (!user?.role) throw new Failure(chooseRefusal(endpoint, user !== undefined));
  if (!rolesOf[user.role].includes(caller)) throw new Failure("forbidden");
}

/** Throws unless the body has the signature that its header names. */
function rejectWrongSignature(
  { endpoint: { signed_body }, verify }: Route,
  services: Services,
  { headers, body }: FastifyRequest,
): void {
  const signature = headers[signed_body?.header.toLowerCase() ?? ""];
  const isValid =
    verify !== undefined &&
    typeof signature === "string" &&
    Buffer.isBuffer(body) &&
    verify(body, signature, services);
  if (!isValid) throw new Failure("forbidden");
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
  const endpointAndCaller = `${counts_as} ${viewer.identity?.toString("hex") ?? describeKeyOwner(request)}`;
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

const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/**
 * Who owns an idempotency key that a caller without a cookie sends. Nobody guesses a UUID, so it is recognised
 * from any address: replies are lost when a device changes its network. Other keys belong to an address.
 */
function describeKeyOwner(request: FastifyRequest): string {
  return uuid.test(readIdempotencyKey(request) ?? "") ? "" : request.ip;
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
