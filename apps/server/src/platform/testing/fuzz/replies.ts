import { errorStatus } from "@toibako/contract/errors.ts";
import { Compile } from "typebox/schema";
import type { Operation, Target } from "./requests.ts";
import type { JsonSchema } from "./values.ts";
import type { FuzzReply } from "./wire.ts";

interface Validator {
  Check(value: unknown): boolean;
  Errors(value: unknown): [boolean, { instancePath: string; message: string }[]];
}

/** Describes how a reply differs from the OpenAPI document; undefined if it conforms to it. */
export type ReplyCheck = (
  reply: FuzzReply,
  options: { sentMethod: string; isDamaged: boolean },
) => string | undefined;

/** Statuses of requests that reach no operation: unknown addresses and malformed HTTP. */
const statusesWithoutOperation = new Set([400, 404, 408, 413, 414, 415, 417, 431]);

export function createReplyCheck(targets: readonly Target[]): ReplyCheck {
  const operations = new Map(targets.map(({ operation }) => [operation.operationId, operation]));
  const getValidator = createValidators();
  const refusal = buildRefusalSchema(targets);

  const checkBody = (reply: FuzzReply, operation: Operation | undefined) => {
    const documented = operation?.responses[reply.status];
    const schema = operation ? documented?.content?.["application/json"]?.schema : refusal;
    if (schema && reply.status !== 302) return findSchemaError(getValidator(schema), reply);
    return reply.status === 204 && reply.body !== "" ? "a body with status 204" : undefined;
  };

  return (reply, { sentMethod, isDamaged }) => {
    // An incomplete request gets no reply. If the headers of a HEAD request are too large, the server
    // has not read the method and sends a body, which Node's client refuses.
    if (reply.status === 0 && (isDamaged || sentMethod === "HEAD")) return undefined;
    const operation = operations.get(reply.operation ?? "");
    const problem = findWrongStatus(operation, reply);
    if (problem || isDamaged || sentMethod === "HEAD") return problem;
    return checkBody(reply, operation);
  };
}

/** Returns a function that gives the validator of a schema, and compiles each schema once. */
function createValidators(): (schema: JsonSchema) => Validator {
  const validators = new Map<JsonSchema, Validator>();
  return (schema) => {
    const validator = validators.get(schema) ?? (Compile(schema) as Validator);
    validators.set(schema, validator);
    return validator;
  };
}

function findWrongStatus(operation: Operation | undefined, reply: FuzzReply): string | undefined {
  if (reply.status === 0) return "the connection ended without a reply";
  const isDocumented501 = reply.status === 501 && operation?.responses[501];
  if (reply.status >= 500 && !isDocumented501) return `status ${reply.status}`;
  return operation ? findUndocumentedStatus(operation, reply) : findUnexpectedReply(reply);
}

function findUndocumentedStatus({ responses }: Operation, { status }: FuzzReply) {
  return responses[status] ? undefined : `undocumented status ${status}`;
}

function findUnexpectedReply({ status, location }: FuzzReply): string | undefined {
  // An address that can't be decoded is redirected to the not-found page, see `refuseAddress`.
  if (status === 302 && location?.startsWith("/") && !location.startsWith("//")) return undefined;
  return statusesWithoutOperation.has(status) ? undefined : `status ${status} without an operation`;
}

function findSchemaError(validator: Validator, { type, body }: FuzzReply): string | undefined {
  if (!type?.startsWith("application/json")) return `content type ${type}`;
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return "the body is not JSON";
  }
  if (validator.Check(value)) return undefined;
  const [, errors] = validator.Errors(value);
  const firstErrors = errors
    .slice(0, 3)
    .map(({ instancePath, message }) => `${instancePath} ${message}`);
  return `doesn't match its schema: ${firstErrors.join("; ")}`;
}

/** Every refusal has the schema that the document gives for 404. */
function buildRefusalSchema(targets: readonly Target[]): JsonSchema {
  const schemas = targets.map(
    ({ operation }) =>
      operation.responses[errorStatus.not_found]?.content?.["application/json"]?.schema,
  );
  const refusal = schemas.find((schema) => schema !== undefined);
  if (!refusal) throw new Error("the document describes no refusal");
  return refusal;
}
