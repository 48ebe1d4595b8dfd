import { Readable } from "node:stream";
import type { Endpoint, Input, Output } from "@toibako/contract/endpoint.ts";
import type { ErrorBody } from "@toibako/contract/errors.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { buildAddress, type CallInput } from "@toibako/web/src/lib/http/transport.ts";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { sessionCookie } from "#platform/identity/session.ts";
import type { Services } from "../services.ts";

type SentHeaders = Record<string, string | undefined>;

export interface Reply<T> {
  status: number;
  /** The body of a successful reply; after a refusal, read `error` instead. */
  data: T;
  error: ErrorBody["error"] | undefined;
  location: string | undefined;
  headers: LightMyRequestResponse["headers"];
  text: string;
  bytes: Buffer;
}

/** A simulated browser: keeps cookies, and sends the CSRF token and the language with every call. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #app: FastifyInstance;
  readonly #services: Services;
  locale: Locale;

  constructor(app: FastifyInstance, services: Services, locale: Locale) {
    this.#app = app;
    this.#services = services;
    this.locale = locale;
  }

  /** The CSRF token in the pages that this browser gets. */
  get token(): string {
    return this.#services.secrets.deriveCsrfToken(this.cookies.get(sessionCookie));
  }

  async send<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    headers: SentHeaders = {},
  ): Promise<Reply<Output<E>>> {
    const callInput = input as CallInput;
    return this.sendRaw(
      endpoint.method,
      buildAddress(endpoint, callInput),
      callInput.body,
      headers,
    );
  }

  /**
   * Sends a request to any address. A body of text, bytes or a stream is sent unchanged; a header with the
   * value undefined is omitted.
   */
  async sendRaw<T>(
    method: Endpoint["method"],
    url: string,
    body?: unknown,
    headers: SentHeaders = {},
  ): Promise<Reply<T>> {
    const allHeaders: SentHeaders = {
      accept: "application/json",
      "x-csrf-token": this.token,
      "x-locale": this.locale,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(this.cookies.size > 0 && { cookie: this.#formatCookieHeader() }),
      ...headers,
    };
    const reply = await this.#app.inject({
      method,
      url,
      headers: Object.fromEntries(
        Object.entries(allHeaders).filter(([, value]) => value !== undefined),
      ),
      ...(body !== undefined && {
        payload: isSentUnchanged(body) ? body : JSON.stringify(body),
      }),
    });
    for (const { name, value, maxAge, expires } of reply.cookies) {
      const isDeleted = maxAge === 0 || (expires !== undefined && expires.getTime() < Date.now());
      if (isDeleted) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const isJson = String(reply.headers["content-type"]).includes("json");
    const data = isJson ? reply.json<T & Partial<ErrorBody>>() : null;
    const { location } = reply.headers;
    return {
      status: reply.statusCode,
      data: data as T,
      error: data?.error,
      location: location === undefined ? undefined : String(location),
      headers: reply.headers,
      text: reply.body,
      bytes: reply.rawPayload,
    };
  }

  #formatCookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }
}

const isSentUnchanged = (body: unknown): body is string | Buffer | Readable =>
  typeof body === "string" || Buffer.isBuffer(body) || body instanceof Readable;
