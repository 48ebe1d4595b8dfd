import type { Static, TObject, TSchema } from "typebox";
import type { ErrorCode } from "./errors.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What an account of staff may do. An admin may do what a moderator may. */
export const roles = ["moderator", "admin"] as const;
export type Role = (typeof roles)[number];

/**
 * Who may call. "anyone" and "visitor": everybody; a "visitor" call also gives a visitor cookie to
 * a caller without a visitor cookie and without an account. "user": signed-in users only. A role: staff with
 * this role who have entered the console, see `enterConsole`. For everybody else such an endpoint doesn't exist (404), and
 * an account of staff without the role gets 403.
 */
export type Caller = "anyone" | "visitor" | "user" | Role;

/** At most `max` calls per `seconds` for one `key`. */
export interface Limit {
  /**
   * What the limit counts by: a network and, in IPv6, wider ranges with higher maxima ("address"), a
   * visitor cookie ("visitor"), an account ("user"), all callers of one network without a cookie
   * ("cookieless_network"), all visitors of one network together ("visitor_network"), only its new
   * visitors ("new_visitor_network"), or all callers together ("everyone").
   */
  key:
    | "address"
    | "visitor"
    | "user"
    | "cookieless_network"
    | "visitor_network"
    | "new_visitor_network"
    | "everyone";
  /**
   * A field of the path or of the body, such as `conversation_id`, or a nested one, such as `message.conversation_id`.
   * Each of its values is counted separately, after validation.
   */
  by?: string;
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
   * - counted before validation: "address", "user", "cookieless_network", and "visitor" for a caller who has
   *   a visitor cookie;
   * - counted after validation: "visitor_network", "new_visitor_network", and "visitor" for a caller who gets
   *   the visitor cookie with this call.
   */
  is_counted_by_handler?: true;
}

/** A network may be that of a school or of a mobile carrier. */
const cookielessCallersOfNetwork = 25;

/**
 * Limits each account and each visitor to `max` calls a minute, and the callers without a cookie of a network
 * to 25 times as many together. Calls that can't be counted are allowed.
 */
export function limitCalls(max: number): Limit[] {
  const common = { seconds: 60, on_store_error: "allow" } as const;
  return [
    { key: "visitor", max, ...common },
    { key: "user", max, ...common },
    { key: "cookieless_network", max: max * cookielessCallersOfNetwork, ...common },
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
  /** Maximum bytes of a file, if it may be larger than a picture. */
  max_file_bytes?: number;
  /** Maximum bytes of a JSON body, if it may be longer than that of other calls. */
  max_body_bytes?: number;
  /** Maximum number of values in the body, if it may have more than those of other calls. */
  max_values?: number;
  /** The schema of the reply for each success status; fields that it does not name are not sent. */
  response: Partial<Record<200 | 201 | 202 | 204 | 303, TSchema>>;
  errors: readonly ErrorCode[];
  limits: readonly Limit[];
  /** Whether browsers navigate to it. After an error they are redirected to a page that shows the message. */
  is_navigation?: true;
  /**
   * A GET that changes something, such as a link in a mail. Pages can't call it while they are
   * rendered.
   */
  has_effect?: true;
  /**
   * Mail services (RFC 8058) and pages of other sites, which have neither a CSRF token nor this site's origin, call it
   * too. The secret in the path authorises the call. Any body is ignored.
   */
  is_one_click?: true;
  /**
   * A webhook, which another server calls with neither a session nor a CSRF token. The body, of any type
   * and at most `max_bytes` long, is read as bytes, and the signature of these bytes in the header `header`
   * authorises the call (see `implementWebhook`).
   */
  signed_body?: { header: string; max_bytes: number };
  /**
   * A notification of another server, which sends neither a session nor a signature that this server could check before
   * it knows more. The body, of any type and at most `max_bytes` long, is read as bytes, and nothing in it is believed.
   */
  unsigned_body?: { max_bytes: number };
  /** Whether stale tabs may call it, see `rejectStaleTab`. */
  serves_stale_tabs?: true;
  /** Whether others see what it brings, by themselves or on X. A suspended account can't call it. */
  reaches_others?: true;
  /**
   * For an endpoint of staff whose address the specification names: everybody else gets 401 or 403 instead of 404.
   */
  refuses_openly?: true;
  /** Whether staff may call it before they have entered the console with a second factor. */
  is_console_entry?: true;
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
