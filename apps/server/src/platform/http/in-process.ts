import type { Endpoint } from "@toibako/contract/endpoint.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type { CallInput, Reply as TransportReply } from "@toibako/web/src/lib/http/transport.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import type { Viewer } from "#platform/identity/viewer.ts";
import { createErrorBody, toFailure } from "./error-reply.ts";

/** The page that calls an endpoint while it is rendered. */
export interface CallingPage {
  request: FastifyRequest;
  reply: FastifyReply;
  /** The viewer who calls the endpoint. */
  viewer: Viewer;
  locale: Locale;
}

/**
 * Calls a GET endpoint without HTTP. Like an HTTP request, the call is validated and counted against
 * limits, its reply contains only the fields that the response schema names, and the status is the same.
 */
export type InProcessRead = (page: CallingPage, input: CallInput) => Promise<TransportReply>;

declare module "fastify" {
  interface FastifyInstance {
    /** Every mounted GET endpoint without an effect, by its name. */
    inProcessReads: Map<string, InProcessRead>;
  }
}

export function registerInProcessReads(app: FastifyInstance): void {
  app.decorate("inProcessReads", new Map());
}

/** `read` checks the caller, counts the call and runs the endpoint's handler. */
export function createInProcessRead(
  endpoint: Endpoint,
  successStatus: number,
  read: (
    request: FastifyRequest,
    reply: FastifyReply,
    page: CallingPage,
  ) => Promise<{ status?: number; body?: unknown }>,
): InProcessRead {
  return async (page, input) => {
    const { request: pageRequest, reply, viewer, locale } = page;
    try {
      const params = toTexts(input.params);
      const query = toTexts(input.query);
      const request = Object.create(pageRequest, {
        viewer: { value: viewer, writable: true },
        params: { value: params },
        query: { value: query },
        body: { value: undefined },
      }) as FastifyRequest;
      validate(pageRequest, endpoint.params, params, "params");
      validate(pageRequest, endpoint.query, query, "querystring");
      const { status = successStatus, body } = await read(request, reply, page);
      const schema = endpoint.response[status as keyof Endpoint["response"]];
      return { status, data: body === undefined ? null : dropUnnamedFields(reply, schema, body) };
    } catch (error) {
      const failure = toFailure(error);
      if (failure.code === "unexpected") {
        pageRequest.log.error({ err: error, route: endpoint.path }, "unexpected error");
      }
      return { status: failure.status, data: createErrorBody(failure, locale) };
    }
  };
}

/** Converts parameters to what the server would read from an address: texts, and lists of texts. */
function toTexts(values: Record<string, unknown> = {}): Record<string, string | string[]> {
  const texts: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const valueTexts = [value].flat().map(String);
    const [only] = valueTexts;
    if (valueTexts.length > 1) texts[name] = valueTexts;
    else if (only !== undefined) texts[name] = only;
  }
  return texts;
}

/** Validates by the schema, and adds its defaults to `input`; throws what Fastify throws. */
function validate(
  request: FastifyRequest,
  schema: TSchema | undefined,
  input: unknown,
  validationContext: "params" | "querystring",
): void {
  if (!schema) return;
  const isValid = request.compileValidationSchema(schema, validationContext);
  if (isValid(input)) return;
  throw Object.assign(new Error(`invalid ${validationContext}`), {
    validation: isValid.errors,
    validationContext,
  });
}

type Fields = Record<string, unknown>;

/**
 * Returns the body as a client would parse it from JSON, without the fields that the response's schema
 * doesn't name. As over HTTP, nothing is dropped if the status has no schema.
 */
function dropUnnamedFields(
  reply: FastifyReply,
  schema: TSchema | undefined,
  body: unknown,
): unknown {
  if (schema === undefined) return body;
  const serialize = reply.compileSerializationSchema(schema as TSchema & Fields);
  return JSON.parse(serialize(body as Fields));
}
