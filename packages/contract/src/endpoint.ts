import type { Static, TObject, TSchema } from "typebox";
import type { ErrorCode } from "./errors.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may call. "anyone" and "visitor": everybody; a "visitor" call also gives a visitor cookie to
 * a caller without a visitor cookie and without an account. "user": signed-in users only.
 */
export type Caller = "anyone" | "visitor" | "user";

/** At most `max` calls per `seconds` for one `key`. */
export interface Limit {
  /**
   * What the limit counts by: a network and, in IPv6, wider ranges with higher maxima ("address"), a
   * visitor cookie ("visitor"), an account ("user"), all visitors of one network together
   * ("visitor_network"), or only its new visitors ("new_visitor_network").
   */
  key: "address" | "visitor" | "user" | "visitor_network" | "new_visitor_network";
  /**
   * A range means an unpredictable maximum for each network and window, so that reaching the limit
   * doesn't reveal how many requests others of the same network sent.
   */
  max: number | readonly [least: number, most: number];
  seconds: number;
  /** What happens to a request while the counter store is unreachable. */
  on_store_error: "allow" | "refuse";
  /**
   * The handler counts the request itself, for example after checks of its own. Without this flag:
   * - counted before validation: "address", "user", and "visitor" for a caller who has a visitor cookie;
   * - counted after validation: "visitor_network", "new_visitor_network", and "visitor" for a caller who gets
   *   the visitor cookie with this call.
   */
  is_counted_by_handler?: true;
}

/** Limits each visitor and each account to `max` reads a minute. Reads that can't be counted are allowed. */
export function limitReads(max: number): Limit[] {
  return [
    { key: "visitor", max, seconds: 60, on_store_error: "allow" },
    { key: "user", max, seconds: 60, on_store_error: "allow" },
  ];
}

/** One endpoint: who may call it, its input, its responses and its errors. */
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
  /**
   * The body of an HTML form, which contains the CSRF token as `authenticity_token`; the reply is a
   * redirect.
   */
  form?: TObject;
  /**
   * The field names of the files that may be sent with `body` as multipart/form-data. In such a request,
   * a nested field of `body` has a name such as `user[email]`.
   */
  files?: readonly string[];
  /** The schema of the reply for each success status; fields that it does not name are not sent. */
  response: Partial<Record<200 | 201 | 202 | 204 | 303, TSchema>>;
  errors: readonly ErrorCode[];
  limits?: readonly Limit[];
  /** Whether browsers navigate to it. After an error they are redirected to a page that shows the message. */
  is_navigation?: true;
  /**
   * A GET that changes something, such as a link in a mail. Pages can't call it while they are
   * rendered.
   */
  has_effect?: true;
  /**
   * Mail services, which have neither a CSRF token nor an origin, call it too (RFC 8058). The
   * secret in the path authorises the call. Any body is ignored.
   */
  is_one_click?: true;
  /** Whether stale tabs may call it, see `rejectStaleTab`. */
  serves_stale_tabs?: true;
  /** The endpoint of which this is an alias; both share their limits. */
  counts_as?: string;
}

/** Declares an endpoint, which the server mounts and the client calls. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

/** For `K` = "params": `{ params: P }` with the type `P` of the endpoint's schema; `unknown` if it has none. */
type SchemaPart<E, K extends string> =
  E extends Record<K, infer S extends TSchema> ? { [P in K]: Static<S> } : unknown;

/** What a caller passes to an endpoint. */
export type Input<E extends Endpoint> = SchemaPart<E, "params"> &
  PartialQuery<E> &
  SchemaPart<E, "body"> &
  FormBody<E> &
  Files<E>;

type FormBody<E> = E extends { form: infer S extends TSchema } ? { body: Static<S> } : unknown;

/** The files that may be sent with the body, by field name. */
type Files<E> = E extends { files: readonly (infer Name extends string)[] }
  ? { files?: { [N in Name]?: Blob } }
  : unknown;

/** Callers may omit any query parameter; the server adds the defaults. */
type PartialQuery<E> = E extends { query: infer S extends TSchema }
  ? { query?: Partial<Static<S>> }
  : unknown;

/** The body of a successful response, of any status that the endpoint declares. */
export type Output<E extends Endpoint> = {
  [S in keyof E["response"]]: E["response"][S] extends TSchema ? Static<E["response"][S]> : never;
}[keyof E["response"]];
