import { createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { createPaymentFaults, replyWithFault } from "./payment-faults.ts";
import { createNotifications } from "./payment-notifications.ts";
import { renderAuthenticationPage } from "./payment-pages.ts";
import { listen, type PaymentSandbox } from "./payment-server.ts";
import { cardRoutes, createToken } from "./stripe/cards.ts";
import { chargeRoutes, decide, dispute } from "./stripe/charges.ts";
import { renderCardFrame, renderScript } from "./stripe/pages.ts";
import {
  createId,
  type Params,
  type SavedReply,
  StripeError,
  type StripeState,
  sandboxKeys,
} from "./stripe/state.ts";

export interface StripeOptions {
  /** Where events are posted to; none are sent without it. */
  notify_url?: string;
  /** Whether charges that ask for strong authentication get it; default true. */
  isAuthenticating?: boolean;
  now?: () => Date;
}

/**
 * A server that speaks as much of Stripe's API as cards need, with a script that puts the card's fields into a frame. Test
 * cards are numbers of Stripe's: 4242424242424242 is charged, 4000000000000002 can't be saved, 4000000000000341 is saved
 * and not charged, 4000000000009995 has no balance, 4000002760003184 must be confirmed each time.
 */
export interface StripeSandbox extends PaymentSandbox<StripeState> {
  /** The calls, oldest first; their names are such as `POST /v1/payment_intents/:id/cancel`. */
  calls: { name: string; params: Params }[];
  /** Does what the script does in a browser: returns the token of a card. */
  createToken(number?: string): string;
  /** Decides on the page of strong authentication; returns where the browser goes then. */
  decideSecure(redirect_url: string, decision: "confirm" | "cancel"): Promise<string>;
  /** Lets the owner of the card dispute the charge of an order. */
  dispute(order_id: string): Promise<void>;
}

const routes = { ...cardRoutes, ...chargeRoutes };

/** Listens on loopback; port 0 takes a free one. */
export async function startStripe(port = 0, options: StripeOptions = {}): Promise<StripeSandbox> {
  const faults = createPaymentFaults();
  const calls: StripeSandbox["calls"] = [];
  const notifications = createNotifications({
    getAddress: () => sandbox.notify_url,
    interval_ms: 3_600_000,
    isAccepted: (status) => status >= 200 && status < 300,
  });
  const state: StripeState = {
    keys: sandboxKeys,
    origin: "",
    now: options.now ?? (() => new Date()),
    customers: new Map(),
    methods: new Map(),
    tokens: new Map(),
    intents: new Map(),
    refunds: [],
    disputes: [],
    saved: new Map(),
    book: { charges: [], refunds: [] },
    isAuthenticating: options.isAuthenticating ?? true,
    search_lag_seconds: 60,
    emit: (type, order_id, object) => {
      const created = Math.floor(Date.now() / 1000);
      const event = { id: createId("evt"), object: "event", type, created, data: { object } };
      const body = JSON.stringify(event);
      const createHeaders = () => signEvent(state.keys.webhook_secret, body);
      return notifications.send({ order_id, body, createHeaders });
    },
  };
  const server = await listen(port, routeRequest);
  state.origin = server.origin;

  async function routeRequest(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? "", state.origin);
    const body = await text(request);
    if (url.pathname === "/v1/tokens") return replyToFrame(body, request, response);
    if (url.pathname.startsWith("/v1/")) return replyToCall(url, body, request, response);
    if (url.pathname === "/stripe.js") {
      return send(response, "text/javascript; charset=utf-8", renderScript(state));
    }
    if (url.pathname === "/elements/card") return send(response, html, renderCardFrame());
    const id = /^\/authenticate\/(\w+)$/.exec(url.pathname)?.[1] ?? "";
    const intent = state.intents.get(id);
    if (!intent) return void response.writeHead(404).end();
    if (request.method === "GET") {
      const page = renderAuthenticationPage(intent.amount, `/authenticate/${id}`);
      return send(response, html, page);
    }
    const decision = new URLSearchParams(body).get("decision") ?? "";
    const location = await decide(state, id, decision);
    return void response.writeHead(303, { location }).end();
  }

  /** The frame is of our origin and sends the key for browsers. */
  function replyToFrame(body: string, request: IncomingMessage, response: ServerResponse) {
    const reply = run(() => {
      if (readKey(request) !== state.keys.public_key) throw invalidKey();
      return createToken(state, Object.fromEntries(new URLSearchParams(body)));
    });
    return reply.then(({ status, body: json }) =>
      response.writeHead(status, { "content-type": "application/json" }).end(json),
    );
  }

  async function replyToCall(
    url: URL,
    body: string,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    const path = url.pathname.replace(/\/(cus|pm|pi)_\w+/g, "/:id");
    const name = `${request.method} ${path}`;
    const ids = url.pathname.match(/(?<=\/)(cus|pm|pi)_\w+/g) ?? [];
    const params = Object.fromEntries([...url.searchParams, ...new URLSearchParams(body)]);
    calls.push({ name, params });
    const key = request.headers["idempotency-key"]?.toString();
    const question = `${request.method} ${url.pathname} ${body}`;
    const save = (reply: SavedReply) => {
      if (key !== undefined) state.saved.set(key, { request: question, reply });
      return toHttp(reply);
    };
    const findSaved = () => {
      const saved = key === undefined ? undefined : state.saved.get(key);
      return saved && saved.request !== question ? formatError(reusedKey()) : saved?.reply;
    };
    const carryOut = async () => {
      if (readKey(request) !== state.keys.secret_key) return toHttp(formatError(invalidKey()));
      const saved = findSaved();
      if (saved) return toHttp(saved);
      const handler = routes[name];
      if (!handler) return toHttp(formatError(unknownRoute(name)));
      return save(await run(() => handler(state, ids, params)));
    };
    // A failure of the server is kept under the key, a refusal of too many calls is not.
    const createError = ([code = ""]: string[]) =>
      code === "rate_limit" ? toHttp(formatError(busy())) : save(formatError(serverError(code)));
    await replyWithFault(faults.take(name), response, carryOut, createError);
  }

  const sandbox: StripeSandbox = {
    origin: state.origin,
    environment: createEnvironment(state),
    state,
    book: state.book,
    faults,
    notifications,
    calls,
    notify_url: options.notify_url,
    createToken: (number = "4242424242424242") => {
      const card = { number, exp_month: "12", exp_year: "2034", cvc: "123" };
      return (createToken(state, card) as { id: string }).id;
    },
    decideSecure: async (redirect_url, decision) => {
      const address = await decide(state, redirect_url.split("/").at(-1) ?? "", decision);
      if (address === undefined) throw new Error("no such charge");
      return address;
    },
    dispute: (order_id) => dispute(state, order_id),
    close: async () => {
      notifications.stop();
      await server.close();
    },
  };
  return sandbox;
}

function createEnvironment({ keys, origin }: StripeState): Record<string, string> {
  return {
    PAYMENT_PROVIDER: "stripe",
    STRIPE_SECRET_KEY: keys.secret_key,
    STRIPE_PUBLIC_KEY: keys.public_key,
    STRIPE_WEBHOOK_SECRET: keys.webhook_secret,
    STRIPE_API_URL: origin,
    STRIPE_SCRIPT_URL: `${origin}/stripe.js`,
  };
}

const html = "text/html; charset=utf-8";

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { "content-type": type }).end(body);
}

function readKey({ headers }: IncomingMessage): string {
  return headers.authorization?.replace(/^Bearer /, "") ?? "";
}

async function run(work: () => object | Promise<object>): Promise<SavedReply> {
  try {
    return { status: 200, body: JSON.stringify(await work()) };
  } catch (error) {
    if (error instanceof StripeError) return formatError(error);
    throw error;
  }
}

function formatError({ status, error }: StripeError): SavedReply {
  return { status, body: JSON.stringify({ error }) };
}

function toHttp({ status, body }: SavedReply) {
  return { status, headers: { "content-type": "application/json" }, body };
}

const invalidKey = () =>
  new StripeError(401, { type: "invalid_request_error", message: "Invalid API Key provided" });
const reusedKey = () =>
  new StripeError(400, { type: "idempotency_error", message: "Other parameters under this key" });
const unknownRoute = (name: string) =>
  new StripeError(404, { type: "invalid_request_error", message: `Unrecognized request ${name}` });
const busy = () =>
  new StripeError(429, { type: "invalid_request_error", code: "rate_limit", message: "Too many" });
const serverError = (code: string) =>
  new StripeError(500, { type: "api_error", code, message: "An error of the server" });

function signEvent(secret: string, body: string): Record<string, string> {
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return {
    "content-type": "application/json",
    "stripe-signature": `t=${time},v1=${signature}`,
  };
}
