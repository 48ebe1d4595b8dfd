import { checkOrderId, checkShop, findTrade, readAmount } from "./checks.ts";
import {
  type CarrierName,
  type CarrierTerms,
  createId,
  createTrade,
  type Fields,
  formatDate,
  GmoError,
  type GmoState,
  type Trade,
} from "./state.ts";

type Call = (state: GmoState, fields: Fields) => Fields | Promise<Fields>;

const callNames = { au: "Au", docomo: "Docomo", softbank: "Sb" } as const;

function enter(carrier: CarrierName): Call {
  return (state, fields) => {
    checkShop(state, fields);
    const order_id = checkOrderId(state, fields);
    const amount = readAmount(fields.Amount);
    const trade = createTrade(state, { order_id, kind: carrier, job: "CAPTURE", amount });
    trade.carrier = {
      first_amount: carrier === "au" ? readAmount(fields.FirstAmount) : amount,
      return_url: "",
      token: "",
      charge_day: 31,
      isEnding: false,
      months: new Map(),
    };
    return { AccessID: trade.access_id, AccessPass: trade.access_pass };
  };
}

/** Begins the billing; before the person has agreed it may be begun again, with another token (a guess). */
function execute(carrier: CarrierName): Call {
  return (state, fields) => {
    checkShop(state, fields);
    const trade = findTrade(state, fields, [carrier]);
    if (!["UNPROCESSED", "REQSUCCESS"].includes(trade.status)) throw new GmoError("E11010002");
    const terms = getTerms(trade);
    terms.charge_day = readChargeDay(carrier, fields);
    trade.status = "REQSUCCESS";
    return redirect(state, trade, fields);
  };
}

function readChargeDay(carrier: CarrierName, fields: Fields): number {
  if (carrier === "au") {
    const needed = [
      "Commodity",
      "AccountTimingKbn",
      "FirstAccountDate",
      "ServiceName",
      "ServiceTel",
    ];
    const isComplete = needed.every((name) => fields[name]);
    if (!isComplete) throw new GmoError("M01060001");
    return fields.AccountTimingKbn === "02" ? 31 : Number(fields.AccountTiming);
  }
  if (!fields.FirstMonthFreeFlag) throw new GmoError("M01060001");
  const day = Number(carrier === "docomo" ? fields.ConfirmBaseDate : fields.ChargeDay);
  if (![10, 15, 20, 25, 31].includes(day)) throw new GmoError("M01060002");
  return day;
}

function redirect({ origin, now }: GmoState, trade: Trade, fields: Fields): Fields {
  if (!fields.RetURL) throw new GmoError("M01050001");
  const terms = getTerms(trade);
  terms.return_url = fields.RetURL;
  terms.token = createId();
  const limit = new Date(now().getTime() + Number(fields.PaymentTermSec || 120) * 1000);
  return {
    AccessID: trade.access_id,
    Token: terms.token,
    StartURL: `${origin}/carriers/${trade.kind}/start`,
    StartLimitDate: formatDate(limit).slice(0, 12),
  };
}

function end(carrier: CarrierName): Call {
  return (state, fields) => {
    checkShop(state, fields);
    const trade = findTrade(state, fields, [carrier]);
    if (trade.status !== "REGISTER") throw new GmoError("E11010002");
    endBilling(state, trade);
    void state.notify(trade);
    return { OrderID: trade.order_id, Status: trade.status };
  };
}

function endBilling(state: GmoState, trade: Trade): void {
  trade.status = trade.kind === "docomo" ? "RUN-END" : "CANCEL";
  trade.date = formatDate(state.now());
}

/** At docomo a person may end the billing on a page of docomo's. */
const endByUser: Call = (state, fields) => {
  checkShop(state, fields);
  const trade = findTrade(state, fields, ["docomo"]);
  if (trade.status !== "REGISTER") throw new GmoError("E11010002");
  getTerms(trade).isEnding = true;
  return redirect(state, trade, fields);
};

/** Gives a month back. */
const returnMonth: Call = (state, fields) => {
  checkShop(state, fields);
  const trade = findTrade(state, fields, ["au", "docomo"]);
  const text = fields.ContinuanceMonth ?? "";
  const month = getTerms(trade).months.get(`${text.slice(0, 4)}-${text.slice(4)}`);
  if (month?.status !== "PAYSUCCESS") throw new GmoError("E11010003");
  const amount = readAmount(fields.CancelAmount);
  if (amount > month.amount) throw new GmoError("E01060010");
  month.status = "CANCEL";
  state.book.refunds.push({ order_id: trade.order_id, amount, at: state.now() });
  return { OrderID: trade.order_id, Status: "CANCEL" };
};

export const carrierCalls: Record<string, Call> = {
  ...Object.fromEntries(
    (["au", "docomo", "softbank"] as const).flatMap((carrier) => [
      [`EntryTran${callNames[carrier]}Continuance`, enter(carrier)],
      [`ExecTran${callNames[carrier]}Continuance`, execute(carrier)],
    ]),
  ),
  AuContinuanceCancel: end("au"),
  SbContinuanceCancel: end("softbank"),
  DocomoContinuanceShopEnd: end("docomo"),
  DocomoContinuanceUserEnd: endByUser,
  AuContinuanceChargeCancel: returnMonth,
  DocomoContinuanceCancelReturn: returnMonth,
};

function getTerms(trade: Trade): CarrierTerms {
  if (!trade.carrier) throw new GmoError("E01110002");
  return trade.carrier;
}

/** Finds the order whose token the browser has posted; a token opens its page until the person has decided. */
export function findStarted(state: GmoState, { AccessID, Token }: Fields): Trade | undefined {
  return [...state.trades.values()].find(
    ({ access_id, carrier }) => access_id === AccessID && carrier?.token === Token && Token !== "",
  );
}

/** Does what the person has decided on the carrier's page, and returns the fields that the shop's page receives. */
export function decide(state: GmoState, trade: Trade, hasAgreed: boolean): Fields {
  const terms = getTerms(trade);
  terms.token = "";
  if (terms.isEnding) {
    terms.isEnding = false;
    if (hasAgreed) endBilling(state, trade);
  } else {
    trade.status = hasAgreed ? "REGISTER" : "PAYFAIL";
    trade.date = formatDate(state.now());
    trade.tran_id = trade.date + trade.access_id.slice(0, 8);
  }
  return {
    ShopID: state.keys.shop_id,
    OrderID: trade.order_id,
    Status: trade.status,
    TranDate: trade.date,
    ...(hasAgreed ? createCarrierIds(state, trade) : {}),
  };
}

/** The carriers' own ids; docomo's is missing if the person turned back. */
function createCarrierIds({ now }: GmoState, { kind, tran_id }: Trade): Fields {
  if (kind === "au") return { AuContinuAccountID: tran_id, AuPayMethod: "01" };
  if (kind === "docomo") return { DocomoSettlementCode: tran_id };
  return { SbTrackingId: tran_id, StartChargeMonth: formatDate(now()).slice(0, 6) };
}

/**
 * Lets a carrier bill a month, such as 2026-01: each order that is registered is charged, except those that fail. A
 * month that was billed is not billed again.
 */
export function billMonth(
  state: GmoState,
  carrier: CarrierName,
  month: string,
  failing: readonly string[],
): void {
  const lastDay = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0));
  for (const trade of state.trades.values()) {
    const terms = trade.carrier;
    if (trade.kind !== carrier || trade.status !== "REGISTER" || !terms) continue;
    if (terms.months.has(month)) continue;
    const day = String(Math.min(terms.charge_day, lastDay.getUTCDate())).padStart(2, "0");
    const isFailing = failing.includes(trade.order_id);
    const amount = terms.months.size === 0 ? terms.first_amount : trade.amount;
    const date = month.replace("-", "") + day;
    terms.months.set(month, { status: isFailing ? "PAYFAIL" : "PAYSUCCESS", amount, date });
    const charge = { order_id: trade.order_id, customer: "", amount, at: state.now() };
    if (!isFailing) state.book.charges.push(charge);
  }
}

/** Writes the file of a carrier's month. That it is such a table is a guess: the real one's form is not public. */
export function writeMonth(state: GmoState, carrier: CarrierName, month: string): string {
  const lines = [...state.trades.values()].flatMap(({ kind, order_id, carrier: terms }) => {
    const line = kind === carrier ? terms?.months.get(month) : undefined;
    return line ? [`${order_id},${line.status},${line.amount},${line.date}`] : [];
  });
  return ["OrderID,Status,Amount,ProcessDate", ...lines, ""].join("\r\n");
}
