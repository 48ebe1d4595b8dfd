import { createPeerCaller, PeerUnavailable } from "#platform/http/peers.ts";
import type { GmoConfig } from "#platform/payment-config.ts";
import { explainErrors } from "./gmo-errors.ts";
import { callsAtOnce, explainLostConnection, type Failed, refuse } from "./outcomes.ts";

/** GMO cuts a connection after 15 seconds; by then we must have given up, so that both sides agree. */
const timeoutMilliseconds = 14_000;

export type Fields = Record<string, string>;

/** The fields of a reply, the error codes of one, or why there is none. */
export type GmoReply =
  | { ok: true; fields: Fields }
  | { ok: false; codes: string[]; failed: Failed };

export type CallGmo = (name: string, fields: Fields) => Promise<GmoReply>;

/**
 * Creates a function that calls `<name>.idPass`. A request that never left is not carried out; one whose reply is lost
 * or unreadable may have been.
 */
export function createGmoCaller(
  { api_url, shop_id, shop_pass, site_id, site_pass }: GmoConfig,
  timeout_ms = timeoutMilliseconds,
) {
  const callPeer = createPeerCaller({ calls: callsAtOnce });
  const send = async (name: string, fields: Fields): Promise<GmoReply> => {
    const reply = await fetch(`${api_url}/${name}.idPass`, {
      method: "POST",
      redirect: "error",
      signal: AbortSignal.timeout(timeout_ms),
      body: new URLSearchParams(fields),
    });
    const text = new TextDecoder("shift_jis").decode(await reply.arrayBuffer());
    // Errors come with 200 as well, so another status is that of a machine in between.
    if (reply.status !== 200) throw new Error(`HTTP ${reply.status}`);
    return readReply(text);
  };
  const call: CallGmo = async (name, fields) => {
    try {
      return await callPeer("GMO Payment Gateway", () => send(name, fields));
    } catch (error) {
      return { ok: false, codes: [], failed: explainLostReply(error) };
    }
  };
  const shop = { ShopID: shop_id, ShopPass: shop_pass };
  const site = { SiteID: site_id, SitePass: site_pass };
  return { call, shop, site };
}

function readReply(text: string): GmoReply {
  const fields = parseFields(text);
  if (fields.ErrInfo === undefined && fields.ErrCode === undefined) {
    // A page of a machine in between has no fields.
    if (!/^\w+=/.test(text)) throw new Error("unreadable reply");
    return { ok: true, fields };
  }
  const codes = (fields.ErrInfo ?? "").split("|").filter((code) => code !== "");
  return { ok: false, codes, failed: explainErrors(codes) };
}

/** Parses `k=v&k=v`, whose values are not encoded. */
function parseFields(text: string): Fields {
  const pairs = text.trim().split("&");
  return Object.fromEntries(
    pairs.map((pair) => {
      const end = pair.indexOf("=");
      return end === -1 ? [pair, ""] : [pair.slice(0, end), pair.slice(end + 1)];
    }),
  );
}

/** Reads the records of a reply whose fields are lists, such as `CardSeq=0|1&CardNo=*1|*2`. */
export function splitRecords(fields: Fields, key: string): Fields[] {
  const count = fields[key] === undefined ? 0 : fields[key].split("|").length;
  const lists = Object.entries(fields).map(([name, list]) => [name, list.split("|")] as const);
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(lists.map(([name, list]) => [name, list[index] ?? ""])),
  );
}

function explainLostReply(error: unknown): Failed {
  if (error instanceof PeerUnavailable) return refuse("unavailable", "not sent");
  const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined;
  const code = cause?.code ?? (error instanceof Error ? error.message : String(error));
  return explainLostConnection(code);
}

/** Reads a time of the calendar in Asia/Tokyo, such as 20260131235959; null if there is none. */
export function readDate(text: string | undefined): Date | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text ?? "");
  if (!parts) return null;
  const [, year, month, day, hour, minute, second] = parts;
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+09:00`);
}
