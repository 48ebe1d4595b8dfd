import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import iconv from "iconv-lite";
import { cardCalls, checkCard, createTokens, type TokenRequest } from "./gmo/cards.ts";
import { billMonth, carrierCalls, decide, findStarted, writeMonth } from "./gmo/carriers.ts";
import { chargeCalls, describeNotification } from "./gmo/charges.ts";
import {
  renderCarrierPage,
  renderMessage,
  renderReturnPage,
  renderTokenScript,
} from "./gmo/pages.ts";
import {
  type CarrierName,
  type Fields,
  GmoError,
  type GmoState,
  sandboxKeys,
  type Trade,
} from "./gmo/state.ts";
import { createPaymentFaults, replyWithFault } from "./payment-faults.ts";
import { createNotifications } from "./payment-notifications.ts";
import { renderAuthenticationPage } from "./payment-pages.ts";
import { listen, type PaymentSandbox } from "./payment-server.ts";

export interface GmoOptions {
  /** Where notifications are posted to; none are sent without it. */
  notify_url?: string;
  /** Whether charges that ask for strong authentication get it; default true. */
  isAuthenticating?: boolean;
  /** Cards that a member may have; default 5. */
  card_limit?: number;
  /** Milliseconds between repeats of a notification; default one hour. */
  notification_interval_ms?: number;
  now?: () => Date;
}

/**
 * A server that speaks GMO Payment Gateway's protocol, with the script, the page of strong authentication and the pages
 * of three carriers. Test cards: any number of 10 to 16 digits is accepted; the holder `CODE902` (or any other code) makes
 * the script yield that code instead of a token, and `ERROR42G020000` (or any other ErrInfo) lets charges fail with it.
 */
export interface GmoSandbox extends PaymentSandbox<GmoState> {
  /** The calls and their fields, oldest first. */
  calls: { name: string; fields: Fields }[];
  /** Does what the script does in a browser: returns the token of a card. */
  createToken(card?: Partial<Omit<TokenRequest, "api_key">>): string;
  /** Decides on the page of strong authentication; returns what the browser then posts to the shop. */
  decideSecure(redirect_url: string, decision: "confirm" | "cancel"): Promise<ReturnPost>;
  /** The same on a carrier's page. */
  decideCarrier(
    start: { start_url: string; access_id: string; token: string },
    decision: "confirm" | "cancel",
  ): Promise<ReturnPost>;
  /** Lets a carrier bill a month, such as 2026-01; `failing` are the orders that it can't bill. */
  billMonth(carrier: CarrierName, month: string, failing?: readonly string[]): void;
}

/** The form that a browser posts back to the shop, without its cookies. */
export interface ReturnPost {
  address: string;
  fields: Fields;
}

/** Listens on loopback; port 0 takes a free one. */
export async function startGmo(port = 0, options: GmoOptions = {}): Promise<GmoSandbox> {
  const faults = createPaymentFaults();
  const calls: GmoSandbox["calls"] = [];
  const billed = new Set<string>();
  const state: GmoState = {
    keys: sandboxKeys,
    origin: "",
    now: options.now ?? (() => new Date()),
    members: new Map(),
    tokens: new Map(),
    trades: new Map(),
    book: { charges: [], refunds: [] },
    isAuthenticating: options.isAuthenticating ?? true,
    card_limit: options.card_limit ?? 5,
    notify: (trade) => notify(trade),
  };
  const notifications = createNotifications({
    getAddress: () => sandbox.notify_url,
    interval_ms: options.notification_interval_ms ?? 3_600_000,
    isAccepted: (status, body) => status === 200 && body.trim() === "0",
  });
  const server = await listen(port, routeRequest);
  state.origin = server.origin;

  async function routeRequest(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url ?? "", state.origin);
    const fields = parseForm(await buffer(request));
    const call = /^\/payment\/(\w+)\.idPass$/.exec(pathname)?.[1];
    if (call !== undefined && request.method === "POST") return replyToCall(call, fields, response);
    if (pathname === "/ext/js/token.js") {
      return send(response, "text/javascript; charset=utf-8", renderTokenScript(state));
    }
    if (pathname === "/ext/api/credit/getToken") return replyToScript(fields, response);
    const file = /^\/results\/(au|docomo|softbank)\/(\d{4})(\d\d)\.csv$/.exec(pathname);
    if (file) return sendMonth(file[1] as CarrierName, `${file[2]}-${file[3]}`, response);
    const page = await showPage(pathname, request.method ?? "", fields);
    response.writeHead(page ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(page ?? renderMessage("There is nothing here."));
  }

  async function replyToCall(name: string, fields: Fields, response: ServerResponse) {
    calls.push({ name, fields });
    const carryOut = async () => {
      try {
        const call = { ...cardCalls, ...chargeCalls, ...carrierCalls }[name];
        if (!call) throw new GmoError("M01000000");
        return formatReply(await call(state, fields));
      } catch (error) {
        if (error instanceof GmoError) return formatErrors(error.codes);
        throw error;
      }
    };
    await replyWithFault(faults.take(name), response, carryOut, formatErrors);
  }

  function replyToScript(fields: Fields, response: ServerResponse) {
    const request = { ...emptyCard, ...fields };
    const resultCode = checkCard(state, request);
    const reply =
      resultCode === "000"
        ? { resultCode, tokenObject: createTokens(state, request) }
        : { resultCode };
    send(response, "application/json", JSON.stringify(reply));
  }

  function sendMonth(carrier: CarrierName, month: string, response: ServerResponse) {
    if (!billed.has(`${carrier} ${month}`)) return void response.writeHead(404).end();
    const file = iconv.encode(writeMonth(state, carrier, month), "Shift_JIS");
    return send(response, "text/csv; charset=Windows-31J", file);
  }

  async function showPage(path: string, method: string, fields: Fields) {
    const [, first, second = "", third] = path.split("/");
    if (first === "secure" && method === "GET") {
      const trade = findChallenged(second);
      return trade && renderAuthenticationPage(trade.amount, `/secure/${second}`);
    }
    if (first === "secure") {
      const post = finishSecure(second, fields.decision ?? "");
      return post && renderReturnPage(post.address, post.fields);
    }
    if (first !== "carriers" || method !== "POST") return undefined;
    if (third === "start") {
      const trade = findStarted(state, fields);
      return trade && renderCarrierPage(trade);
    }
    const post = await finishCarrier(fields);
    return post && renderReturnPage(post.address, post.fields);
  }

  function notify(trade: Trade): Promise<void> {
    return notifications.send({
      order_id: trade.order_id,
      body: encodeForm(describeNotification(state, trade)),
      createHeaders: () => ({ "content-type": "application/x-www-form-urlencoded" }),
    });
  }

  function findChallenged(id: string) {
    return [...state.trades.values()].find(({ challenge }) => challenge?.id === id);
  }

  function finishSecure(id: string, decision: string): ReturnPost | undefined {
    const trade = findChallenged(id);
    if (!trade?.challenge) return undefined;
    if (trade.challenge.state === "waiting") {
      trade.challenge.state = decision === "confirm" ? "confirmed" : "cancelled";
    }
    return { address: trade.challenge.return_url, fields: { AccessID: trade.access_id } };
  }

  /** The shop is notified before the browser returns. */
  async function finishCarrier(fields: Fields): Promise<ReturnPost | undefined> {
    const trade = findStarted(state, fields);
    if (!trade?.carrier) return undefined;
    const returned = decide(state, trade, fields.decision === "confirm");
    await notify(trade);
    return { address: trade.carrier.return_url, fields: returned };
  }

  const sandbox: GmoSandbox = {
    origin: state.origin,
    environment: createEnvironment(state),
    state,
    book: state.book,
    faults,
    notifications,
    calls,
    notify_url: options.notify_url,
    createToken: (card = {}) => {
      const request = { ...emptyCard, ...testCard, ...card, api_key: state.keys.api_key };
      const code = checkCard(state, request);
      if (code !== "000") throw new Error(`result code ${code}`);
      return createTokens(state, request).token as string;
    },
    decideSecure: async (redirect_url, decision) => {
      const post = finishSecure(redirect_url.split("/").at(-1) ?? "", decision);
      if (!post) throw new Error("no such charge");
      return post;
    },
    decideCarrier: async ({ access_id, token }, decision) => {
      const post = await finishCarrier({ AccessID: access_id, Token: token, decision });
      if (!post) throw new Error("no such order");
      return post;
    },
    billMonth: (carrier, month, failing = []) => {
      billMonth(state, carrier, month, failing);
      billed.add(`${carrier} ${month}`);
    },
    close: async () => {
      notifications.stop();
      await server.close();
    },
  };
  return sandbox;
}

const emptyCard: TokenRequest = {
  api_key: "",
  cardno: "",
  expire: "",
  securitycode: "",
  holdername: "",
  tokennumber: "1",
};

/** A card that is always accepted. */
export const testCard = {
  cardno: "4111111111111111",
  expire: "203412",
  securitycode: "123",
  holdername: "TARO YAMADA",
};

function createEnvironment({ keys, origin }: GmoState): Record<string, string> {
  return {
    PAYMENT_PROVIDER: "gmo",
    GMO_SHOP_ID: keys.shop_id,
    GMO_SHOP_PASS: keys.shop_pass,
    GMO_SITE_ID: keys.site_id,
    GMO_SITE_PASS: keys.site_pass,
    GMO_API_KEY: keys.api_key,
    GMO_API_URL: `${origin}/payment`,
    GMO_SCRIPT_URL: `${origin}/ext/js/token.js`,
    GMO_RESULTS_URL: `${origin}/results`,
    GMO_CARRIERS: "au,docomo,softbank",
  };
}

/** Scripts of every page may read these replies. */
function send(response: ServerResponse, type: string, body: string | Buffer): void {
  response.writeHead(200, { "content-type": type, "access-control-allow-origin": "*" }).end(body);
}

/** Replies are lists of fields that are not encoded, in Windows' variant of Shift_JIS. */
function formatReply(fields: Fields) {
  const text = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  return {
    status: 200,
    headers: { "content-type": "text/plain; charset=Windows-31J" },
    body: iconv.encode(text.join("&"), "Shift_JIS"),
  };
}

function formatErrors(codes: string[]) {
  const ErrCode = codes.map((code) => code.slice(0, 3)).join("|");
  return formatReply({ ErrCode, ErrInfo: codes.join("|") });
}

/** All values of a notification are ASCII, for which Shift_JIS and UTF-8 are the same. */
function encodeForm(fields: Fields): string {
  return new URLSearchParams(fields).toString();
}

/** Parses a form whose percent-encoded bytes are Shift_JIS. */
function parseForm(body: Buffer): Fields {
  const decode = (text: string) => {
    const bytes = text
      .replaceAll("+", " ")
      .replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      );
    return iconv.decode(Buffer.from(bytes, "latin1"), "Shift_JIS");
  };
  const pairs = body.toString("latin1").split("&");
  return Object.fromEntries(
    pairs
      .filter((pair) => pair.includes("="))
      .map((pair) => [
        decode(pair.slice(0, pair.indexOf("="))),
        decode(pair.slice(pair.indexOf("=") + 1)),
      ]),
  );
}
