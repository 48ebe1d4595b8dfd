import { createHash, randomInt } from "node:crypto";
import { findCard } from "./cards.ts";
import { checkOrderId, checkShop, checkSite, findTrade, readAmount } from "./checks.ts";
import {
  createId,
  createTrade,
  type Fields,
  formatDate,
  GmoError,
  type GmoState,
  maskNumber,
  type Trade,
} from "./state.ts";

type Call = (state: GmoState, fields: Fields) => Fields | Promise<Fields>;

const payTypes: Record<Trade["kind"], string> = {
  card: "0",
  docomo: "10",
  au: "13",
  softbank: "22",
};

const entryTran: Call = (state, fields) => {
  checkShop(state, fields);
  const order_id = checkOrderId(state, fields);
  const { JobCd = "", TdFlag } = fields;
  if (!["CAPTURE", "AUTH", "SAUTH", "CHECK"].includes(JobCd)) throw new GmoError("E01050002");
  const amount = readAmount(fields.Amount);
  const isAuthenticated = TdFlag === "2";
  const trade = createTrade(state, { order_id, kind: "card", job: JobCd, amount, isAuthenticated });
  return { AccessID: trade.access_id, AccessPass: trade.access_pass };
};

/** Charges, or begins strong authentication. The refusal of a bank is chosen by the holder, such as `ERROR42G020000`. */
const execTran: Call = (state, fields) => {
  const trade = findTrade(state, fields, ["card"]);
  if (!["UNPROCESSED", "AUTHENTICATED"].includes(trade.status)) throw new GmoError("E11010002");
  if (!fields.Method) throw new GmoError("E01260001");
  checkSite(state, fields);
  trade.card = findCard(state, fields);
  trade.customer = fields.MemberID ?? "";
  const refusal = /^ERROR(\w+)$/.exec(trade.card.holder)?.[1];
  if (refusal) throw new GmoError(refusal);
  if (!trade.isAuthenticated || !state.isAuthenticating) return capture(state, trade);
  // That a charge may be executed again before its owner has confirmed it is a guess.
  trade.status = "AUTHENTICATED";
  trade.challenge = {
    id: createId(),
    state: "waiting",
    return_url: fields.RetUrl ?? "",
    callback_type: fields.CallbackType ?? "1",
  };
  return {
    ACS: "2",
    RedirectUrl: `${state.origin}/secure/${trade.challenge.id}`,
    OrderID: trade.order_id,
  };
};

/** Charges after strong authentication. A call before its end fails the charge for good, which is a guess. */
const secureTran2: Call = (state, fields) => {
  const trade = findTrade(state, fields, ["card"]);
  if (trade.status !== "AUTHENTICATED" || !trade.challenge) throw new GmoError("E11010001");
  if (trade.challenge.state === "cancelled") throw new GmoError("E21020002");
  if (trade.challenge.state !== "confirmed") {
    trade.challenge.state = "failed";
    throw new GmoError("E21010999");
  }
  return capture(state, trade);
};

function capture(state: GmoState, trade: Trade): Fields {
  const at = state.now();
  trade.status = trade.job;
  trade.date = formatDate(at);
  trade.approve = String(randomInt(100_000, 999_999)).padStart(7, " ");
  trade.tran_id = formatDate(at) + String(randomInt(1e13, 9e13));
  const { order_id, customer, amount } = trade;
  if (trade.job === "CAPTURE") state.book.charges.push({ order_id, customer, amount, at });
  void state.notify(trade);
  const signed = {
    OrderID: order_id,
    Forward: "2a99662",
    Method: "1",
    PayTimes: "",
    Approve: trade.approve,
    TranID: trade.tran_id,
    TranDate: trade.date,
  };
  const text = Object.values(signed).join("") + state.keys.shop_pass;
  return { ACS: "0", ...signed, CheckString: createHash("md5").update(text).digest("hex") };
}

/** Gives a charge back in full. */
const alterTran: Call = (state, fields) => {
  checkShop(state, fields);
  const trade = findTrade(state, fields, ["card"]);
  const { JobCd = "" } = fields;
  if (!["VOID", "RETURN", "RETURNX"].includes(JobCd)) throw new GmoError("E01050002");
  if (!["CAPTURE", "SALES"].includes(trade.status)) throw new GmoError("E11010003");
  refund(state, trade, trade.amount);
  trade.status = JobCd;
  trade.date = formatDate(state.now());
  void state.notify(trade);
  return describeAlteration(trade);
};

/** Changes the amount of a charge. */
const changeTran: Call = (state, fields) => {
  checkShop(state, fields);
  const trade = findTrade(state, fields, ["card"]);
  if (!["CAPTURE", "SALES"].includes(trade.status)) throw new GmoError("E11010003");
  const amount = readAmount(fields.Amount);
  refund(state, trade, trade.amount - amount);
  trade.amount = amount;
  void state.notify(trade);
  return describeAlteration(trade);
};

function refund({ book, now }: GmoState, { order_id }: Trade, amount: number): void {
  book.refunds.push({ order_id, amount, at: now() });
}

function describeAlteration({ access_id, access_pass, tran_id, approve, date }: Trade): Fields {
  return {
    AccessID: access_id,
    AccessPass: access_pass,
    Forward: "2a99662",
    Approve: approve,
    TranID: tran_id,
    TranDate: date,
  };
}

const searchTrade: Call = (state, fields) => {
  checkShop(state, fields);
  return describeTrade(state, findOrder(state, fields, "card"));
};

const searchTradeMulti: Call = (state, fields) => {
  checkShop(state, fields);
  if (!fields.PayType) throw new GmoError("M01051001");
  const kind = Object.entries(payTypes).find(([, type]) => type === fields.PayType)?.[0];
  const trade = findOrder(state, fields, kind as Trade["kind"] | undefined);
  return { ...describeTrade(state, trade), PayType: fields.PayType };
};

function findOrder({ trades }: GmoState, { OrderID }: Fields, kind: Trade["kind"] | undefined) {
  if (!OrderID) throw new GmoError("E01040001");
  const trade = trades.get(OrderID);
  if (trade?.kind !== kind) throw new GmoError("E01110002");
  return trade as Trade;
}

function describeTrade({ keys }: GmoState, trade: Trade): Fields {
  const { card } = trade;
  return {
    OrderID: trade.order_id,
    Status: trade.status,
    ProcessDate: trade.date,
    JobCd: trade.job,
    AccessID: trade.access_id,
    AccessPass: trade.access_pass,
    ItemCode: "0000990",
    Amount: String(trade.amount),
    Tax: "0",
    SiteID: card ? keys.site_id : "",
    MemberID: trade.customer,
    CardNo: card ? maskNumber(card.number) : "",
    Expire: card?.expire ?? "",
    Method: card ? "1" : "",
    PayTimes: "",
    Forward: "2a99662",
    TranID: trade.tran_id,
    Approve: trade.approve,
  };
}

/** What a notification says of an order. Passes are masked, so that a notification gives no access. */
export function describeNotification({ keys }: GmoState, trade: Trade): Fields {
  return {
    ShopID: keys.shop_id,
    ShopPass: "**********",
    AccessID: trade.access_id,
    AccessPass: "*".repeat(32),
    OrderID: trade.order_id,
    Status: trade.status,
    JobCd: trade.job,
    Amount: String(trade.amount),
    Tax: "0",
    Currency: "JPN",
    Forward: "2a99662",
    Method: "1",
    PayTimes: "",
    TranID: trade.tran_id,
    Approve: trade.approve,
    TranDate: trade.date,
    ErrCode: "",
    ErrInfo: "",
    PayType: payTypes[trade.kind],
  };
}

export const chargeCalls: Record<string, Call> = {
  EntryTran: entryTran,
  ExecTran: execTran,
  SecureTran2: secureTran2,
  AlterTran: alterTran,
  ChangeTran: changeTran,
  SearchTrade: searchTrade,
  SearchTradeMulti: searchTradeMulti,
};
