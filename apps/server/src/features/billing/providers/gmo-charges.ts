import { createHash } from "node:crypto";
import { type createGmoCaller, type Fields, readDate } from "./gmo-calls.ts";
import { errors, explainCharge } from "./gmo-errors.ts";
import { doubt, type Failed, refuse } from "./outcomes.ts";
import type { CardCharge, OrderKey, OrderState, Outcome, PaymentProvider } from "./provider.ts";

type Calls = ReturnType<typeof createGmoCaller>;
type Charged = Outcome<{ processed_at: Date }>;
type Charging = Awaited<ReturnType<PaymentProvider["charge"]>>;

/** Identifies an order's trade. Both are learned anew by asking, so a lost reply costs nothing. */
interface Trade {
  AccessID: string;
  AccessPass: string;
}

const payTypes = { card: "0", au: "13", docomo: "10", softbank: "22" } as const;

const statesOfStatus: Record<string, OrderState["state"]> = {
  UNPROCESSED: "pending",
  AUTHENTICATED: "pending",
  CHECK: "pending",
  AUTH: "pending",
  SAUTH: "pending",
  CAPTURE: "charged",
  SALES: "charged",
  VOID: "returned",
  RETURN: "returned",
  RETURNX: "returned",
  REQSUCCESS: "pending",
  AUTHPROCESS: "pending",
  REGISTER: "registered",
  PAYSUCCESS: "registered",
  "RUN-END": "ended",
  CANCEL: "ended",
  PAYFAIL: "nothing",
};

const noOrder: OrderState = { state: "nothing", amount: 0, disputed: null, processed_at: null };

/** Charges of cards. An order id is entered once, so GMO itself refuses to charge an order twice. */
export function createGmoCharges({ call, shop, site }: Calls) {
  const searchTrade = ({ order_id, carrier }: Pick<OrderKey, "order_id" | "carrier">) =>
    call("SearchTradeMulti", {
      ...shop,
      OrderID: order_id,
      PayType: payTypes[carrier ?? "card"],
    });

  const ask: PaymentProvider["ask"] = async (order) => {
    const reply = await searchTrade(order);
    if (reply.ok) return readState(reply.fields);
    if (reply.codes.includes(errors.no_trade)) return { outcome: "done", ...noOrder };
    return reply.failed;
  };

  /** Enters the order, or finds the trade of an earlier attempt. */
  const enterOrder = async (charge: CardCharge): Promise<Trade | Failed | Charged> => {
    const reply = await call("EntryTran", {
      ...shop,
      OrderID: charge.order_id,
      JobCd: "CAPTURE",
      Amount: String(charge.amount),
      // Strong authentication (3-D Secure 2) needs somebody at a browser.
      ...(charge.return_url !== undefined && { TdFlag: "2", TdTenantName: "Toibako" }),
    });
    if (reply.ok) return readTrade(reply.fields);
    if (!reply.codes.includes(errors.order_used)) return explainFailure(reply);
    return findEarlierTrade(charge);
  };

  const findEarlierTrade = async (charge: CardCharge): Promise<Trade | Failed | Charged> => {
    const reply = await searchTrade({ order_id: charge.order_id, carrier: null });
    if (!reply.ok) return reply.failed;
    const order = readState(reply.fields);
    if (order.outcome !== "done") return order;
    if (order.amount !== charge.amount && order.state !== "returned") {
      return refuse("invalid", "the order has another amount");
    }
    if (order.state === "pending") return readTrade(reply.fields);
    if (order.state === "charged") return readProcessedAt(order);
    return refuse("invalid", reply.fields.Status ?? "no status");
  };

  const charge = async (order: CardCharge): Promise<Charging> => {
    const trade = await enterOrder(order);
    if ("outcome" in trade) return trade;
    const reply = await call("ExecTran", {
      ...trade,
      ...site,
      OrderID: order.order_id,
      Method: "1",
      MemberID: order.customer,
      SeqMode: "1",
      CardSeq: String(order.card_seq),
      // 1 returns by POST.
      ...(order.return_url !== undefined && { RetUrl: order.return_url, CallbackType: "1" }),
    });
    if (!reply.ok) return explainFailure(reply);
    const { ACS, RedirectUrl } = reply.fields;
    if (ACS === "2" && RedirectUrl) return { outcome: "confirm", redirect_url: RedirectUrl };
    return readCharge(reply.fields, order.order_id, shop.ShopPass);
  };

  const completeCharge: PaymentProvider["completeCharge"] = async ({ order_id }) => {
    const found = await searchTrade({ order_id, carrier: null });
    if (!found.ok) return found.failed;
    const order = readState(found.fields);
    if (order.outcome !== "done") return order;
    if (order.state === "charged") return readProcessedAt(order);
    if (order.state !== "pending") return refuse("invalid", found.fields.Status ?? "no status");
    const reply = await call("SecureTran2", { ...readTrade(found.fields) });
    if (!reply.ok) return explainFailure(reply);
    return readCharge(reply.fields, order_id, shop.ShopPass);
  };

  /**
   * Only our own calls charge a trade at GMO, so an order that nobody repeats or completes is never charged, except by a
   * call that is still running: at most for 15 seconds.
   */
  const abandonCharge: PaymentProvider["abandonCharge"] = async (order) => {
    const state = await ask(order);
    return state.outcome === "done" && state.state === "pending"
      ? { outcome: "done", ...noOrder }
      : state;
  };

  const refundCard = async (
    order_id: string,
    charged: number,
    amount: number,
  ): Promise<Outcome> => {
    const found = await searchTrade({ order_id, carrier: null });
    if (!found.ok) return found.failed;
    const order = readState(found.fields);
    if (order.outcome !== "done") return order;
    const rest = charged - amount;
    if (order.amount === rest) return { outcome: "done" };
    if (order.amount !== charged || amount <= 0 || rest < 0) {
      return refuse("invalid", `${order.amount} are charged`);
    }
    const trade = { ...shop, ...readTrade(found.fields) };
    const reply =
      rest > 0
        ? await call("ChangeTran", { ...trade, JobCd: "CAPTURE", Amount: String(rest) })
        : await call("AlterTran", { ...trade, JobCd: chooseReturn(order.processed_at) });
    return reply.ok ? { outcome: "done" } : explainFailure(reply);
  };

  return { searchTrade, ask, charge, completeCharge, abandonCharge, refundCard };
}

function explainFailure(reply: { codes: string[]; failed: Failed }): Failed {
  return reply.codes.length > 0 ? explainCharge(reply.codes) : reply.failed;
}

export function readTrade({ AccessID = "", AccessPass = "" }: Fields): Trade {
  return { AccessID, AccessPass };
}

export function readState(fields: Fields): Outcome<OrderState> {
  const { Status = "", Amount = "", Tax = "", ProcessDate } = fields;
  const state = statesOfStatus[Status];
  if (state === undefined) return doubt(`status ${Status}`);
  const isReturned = state === "returned" || state === "nothing";
  return {
    outcome: "done",
    state,
    amount: isReturned ? 0 : Number(Amount) + Number(Tax),
    disputed: null,
    processed_at: ["pending", "nothing"].includes(state) ? null : readDate(ProcessDate),
  };
}

function readProcessedAt({ processed_at }: OrderState): Charged {
  return processed_at ? { outcome: "done", processed_at } : doubt("no date");
}

/** Checks that the reply to a charge is about this order, and reads when it was done. */
function readCharge(fields: Fields, order_id: string, shop_pass: string): Charged {
  const { Forward = "", Method = "", PayTimes = "", Approve = "", TranID = "" } = fields;
  const { TranDate = "", CheckString } = fields;
  const signed = [order_id, Forward, Method, PayTimes, Approve, TranID, TranDate, shop_pass];
  const expected = createHash("md5").update(signed.join("")).digest("hex");
  const processed_at = readDate(TranDate);
  return CheckString === expected && processed_at
    ? { outcome: "done", processed_at }
    : doubt("CheckString");
}

const dayFormat = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Tokyo" });

/** A charge of today is voided, one of this month returned, and an earlier one returned with a new entry. */
function chooseReturn(processed_at: Date | null): "VOID" | "RETURN" | "RETURNX" {
  const today = dayFormat.format();
  const day = processed_at ? dayFormat.format(processed_at) : "";
  if (day === today) return "VOID";
  return day.slice(0, 7) === today.slice(0, 7) ? "RETURN" : "RETURNX";
}
