import type { Static, TObject, TSchema } from "typebox";
import type { ErrorCode } from "./errors.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Who may call: anyone, anyone with a visitor cookie made on the way, or signed-in people. */
export type Caller = "anyone" | "visitor" | "user";

/** `figure` calls per `seconds` for one `key`; says what happens when the counter can't be reached. */
export interface Limit {
  key: "address" | "sender" | "user";
  figure: number;
  seconds: number;
  when_unreachable: "open" | "closed";
}

/** One call: what goes in, what comes out, who may make it, what may go wrong. */
export interface Endpoint {
  name: string;
  summary: string;
  method: Method;
  /** `:name` marks a parameter. */
  path: string;
  caller: Caller;
  params?: TObject;
  query?: TObject;
  body?: TObject;
  /** The body of a page's own form instead, with its `authenticity_token`; the reply leads on. */
  form?: TObject;
  /** Success status → closed schema; a field that it does not name never leaves. */
  response: Partial<Record<200 | 201 | 202 | 204 | 303, TSchema>>;
  errors: readonly ErrorCode[];
  limits?: readonly Limit[];
}

/** Declares a call as data that the server mounts and the client sends. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

type Part<E, K extends string> =
  E extends Record<K, infer S extends TSchema> ? { [P in K]: Static<S> } : unknown;

/** What a caller hands over, as far as the endpoint names it. */
export type Input<E extends Endpoint> = Part<E, "params"> &
  PartialQuery<E> &
  Part<E, "body"> &
  FormBody<E>;

type FormBody<E> = E extends { form: infer S extends TSchema } ? { body: Static<S> } : unknown;

type PartialQuery<E> = E extends { query: infer S extends TSchema }
  ? { query?: Partial<Static<S>> }
  : unknown;

/** What a successful call answers. */
export type Output<E extends Endpoint> = {
  [S in keyof E["response"]]: E["response"][S] extends TSchema ? Static<E["response"][S]> : never;
}[keyof E["response"]];
