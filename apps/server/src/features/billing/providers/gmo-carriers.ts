import type { Carrier } from "@toibako/contract/billing.ts";
import { type createGmoCaller, type Fields, type GmoReply, readDate } from "./gmo-calls.ts";
import { readState, readTrade } from "./gmo-charges.ts";
import { errors, explainCharge } from "./gmo-errors.ts";
import { doubt, refuse } from "./outcomes.ts";
import type {
  CarrierOrder,
  CarrierResult,
  OrderKey,
  Outcome,
  PaymentProvider,
  Refund,
} from "./provider.ts";

type SearchTrade = (order: Pick<OrderKey, "order_id" | "carrier">) => Promise<GmoReply>;

const names = { au: "Au", docomo: "Docomo", softbank: "Sb" } as const;

/** The shop may end a person's billing at docomo without them; the calls of the others have one way. */
const endCalls = {
  au: "AuContinuanceCancel",
  docomo: "DocomoContinuanceShopEnd",
  softbank: "SbContinuanceCancel",
} as const;

/** Days of a month on which docomo and SoftBank bill; 31 is the last day of each month. */
const chargeDays = [10, 15, 20, 25, 31];

/** Seconds in which the person must finish on the carrier's page. */
const paymentTermSeconds = 1_800;

/** Telephone carriers, which bill every month by themselves after the person has agreed on their page. */
export function createGmoCarriers(
  { call, shop }: ReturnType<typeof createGmoCaller>,
  searchTrade: SearchTrade,
  { phone, results_url }: { phone: string; results_url: string | undefined },
) {
  /** Enters the order, or finds what an earlier attempt has entered. */
  const enterOrder = async (order: CarrierOrder): Promise<GmoReply> => {
    const reply = await call(`EntryTran${names[order.carrier]}Continuance`, {
      ...shop,
      OrderID: order.order_id,
      Amount: String(order.amount),
      ...(order.carrier === "au" && { FirstAmount: String(order.first_amount) }),
    });
    return !reply.ok && reply.codes.includes(errors.order_used) ? searchTrade(order) : reply;
  };

  const startCarrierBilling: PaymentProvider["startCarrierBilling"] = async (order) => {
    if (order.carrier !== "au" && order.first_amount !== order.amount) {
      return refuse("invalid", "only au bills another amount in the first month");
    }
    const entered = await enterOrder(order);
    if (!entered.ok) return entered.failed;
    const reply = await call(`ExecTran${names[order.carrier]}Continuance`, {
      ...shop,
      ...readTrade(entered.fields),
      OrderID: order.order_id,
      RetURL: order.return_url,
      PaymentTermSec: String(paymentTermSeconds),
      ...createTerms(order, phone),
    });
    if (!reply.ok) return reply.failed;
    const { StartURL = "", AccessID = "", Token = "" } = reply.fields;
    return { outcome: "done", start_url: StartURL, access_id: AccessID, token: Token };
  };

  const endCarrierBilling: PaymentProvider["endCarrierBilling"] = async (order_id, carrier) => {
    const found = await searchTrade({ order_id, carrier });
    if (!found.ok) {
      return found.codes.includes(errors.no_trade) ? { outcome: "done" } : found.failed;
    }
    const order = readState(found.fields);
    if (order.outcome !== "done") return order;
    if (order.state !== "registered") return { outcome: "done" };
    const reply = await call(endCalls[carrier], {
      ...shop,
      ...readTrade(found.fields),
      OrderID: order_id,
      ...(carrier === "docomo" && { Amount: String(order.amount), LastMonthFreeFlag: "0" }),
    });
    return reply.ok ? { outcome: "done" } : explainFailure(reply);
  };

  /** Gives back a month. A part of it is refused, since a repetition could not be told from a second refund. */
  const refundMonth = async (
    order_id: string,
    carrier: Carrier,
    { charged, amount, month }: Refund,
  ): Promise<Outcome> => {
    if (carrier === "softbank") return refuse("invalid", "SoftBank gives nothing back");
    if (amount !== charged || month === null) return refuse("invalid", "carriers give back months");
    const found = await searchTrade({ order_id, carrier });
    if (!found.ok) return found.failed;
    const name = carrier === "au" ? "AuContinuanceChargeCancel" : "DocomoContinuanceCancelReturn";
    const reply = await call(name, {
      ...shop,
      ...readTrade(found.fields),
      OrderID: order_id,
      CancelAmount: String(amount),
      ContinuanceMonth: month.replace("-", ""),
    });
    return reply.ok ? { outcome: "done" } : explainFailure(reply);
  };

  const readCarrierResults: PaymentProvider["readCarrierResults"] = async (carrier, month) => {
    if (results_url === undefined) return refuse("invalid", "GMO_RESULTS_URL is not set");
    try {
      const reply = await fetch(`${results_url}/${carrier}/${month.replace("-", "")}.csv`, {
        redirect: "error",
        signal: AbortSignal.timeout(60_000),
      });
      if (reply.status === 404) return { outcome: "done", results: undefined };
      if (!reply.ok) return refuse("unavailable", `HTTP ${reply.status}`);
      const text = new TextDecoder("shift_jis").decode(await reply.arrayBuffer());
      const results = parseCarrierResults(text, carrier, month);
      return results ? { outcome: "done", results } : doubt("unreadable file");
    } catch (error) {
      return refuse("unavailable", error instanceof Error ? error.message : String(error));
    }
  };

  return { startCarrierBilling, endCarrierBilling, refundMonth, readCarrierResults };
}

function explainFailure(reply: Extract<GmoReply, { ok: false }>) {
  return reply.codes.length > 0 ? explainCharge(reply.codes) : reply.failed;
}

/** What each carrier needs to know of the months that it bills. */
function createTerms({ carrier, next_charge_on }: CarrierOrder, phone: string): Fields {
  const day = Number(next_charge_on.slice(8));
  const chargeDay = String(chargeDays.find((one) => one >= day) ?? 31);
  if (carrier === "docomo") return { FirstMonthFreeFlag: "0", ConfirmBaseDate: chargeDay };
  if (carrier === "softbank") return { FirstMonthFreeFlag: "0", ChargeDay: chargeDay };
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Tokyo" }).format();
  return {
    Commodity: "Toibako premium",
    // 01 bills on a day that every month has, 02 on the last day of each.
    AccountTimingKbn: day > 28 ? "02" : "01",
    AccountTiming: day > 28 ? "" : String(day).padStart(2, "0"),
    FirstAccountDate: today.replaceAll("-", ""),
    ServiceName: "Toibako",
    ServiceTel: phone,
  };
}

const results: Record<string, CarrierResult["result"]> = {
  PAYSUCCESS: "paid",
  PAYFAIL: "failed",
  CANCEL: "refunded",
};

/**
 * Parses a carrier's monthly file; undefined if a line can't be read. The form of the real files is not public: the
 * columns OrderID, Status, Amount and ProcessDate are a guess.
 */
function parseCarrierResults(
  text: string,
  carrier: Carrier,
  month: string,
): CarrierResult[] | undefined {
  const [header, ...lines] = text.split(/\r?\n/).filter((line) => line !== "");
  if (header !== "OrderID,Status,Amount,ProcessDate") return undefined;
  const read = lines.map((line) => {
    const [order_id = "", status = "", amount = "", date = ""] = line.split(",");
    const result = results[status];
    if (!result || !/^\d+$/.test(amount) || !readDate(`${date}000000`)) return undefined;
    const processed_on = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)}`;
    return { order_id, carrier, month, result, amount: Number(amount), processed_on };
  });
  const known = read.filter((line) => line !== undefined);
  return known.length === read.length ? known : undefined;
}
