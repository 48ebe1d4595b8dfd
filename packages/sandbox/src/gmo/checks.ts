import { type Fields, GmoError, type GmoState, type Trade } from "./state.ts";

/** Refuses a call of another shop. */
export function checkShop({ keys }: GmoState, { ShopID, ShopPass }: Fields): void {
  if (!ShopID) throw new GmoError("E01010001");
  if (!ShopPass) throw new GmoError("E01020001");
  if (ShopID !== keys.shop_id || ShopPass !== keys.shop_pass) throw new GmoError("E01030002");
}

/** Refuses a call of another site. */
export function checkSite({ keys }: GmoState, { SiteID, SitePass }: Fields): void {
  if (!SiteID) throw new GmoError("E01360001");
  if (!SitePass) throw new GmoError("E01370001");
  if (SiteID !== keys.site_id || SitePass !== keys.site_pass) throw new GmoError("E01380002");
}

/** Checks the id of a new order, which may be used once. */
export function checkOrderId({ trades }: GmoState, { OrderID = "" }: Fields): string {
  if (OrderID === "") throw new GmoError("E01040001");
  if (OrderID.length > 27) throw new GmoError("E01040003");
  if (!/^[A-Za-z0-9-]+$/.test(OrderID)) throw new GmoError("E01040013");
  if (trades.has(OrderID)) throw new GmoError("E01040010");
  return OrderID;
}

/** Reads an amount in yen. */
export function readAmount(text: string | undefined): number {
  if (!text) throw new GmoError("E01060001");
  if (!/^\d+$/.test(text)) throw new GmoError("E01060006");
  if (text.length > 7) throw new GmoError("E01060005");
  return Number(text);
}

/** Finds the order of AccessID and AccessPass. */
export function findTrade(
  { trades }: GmoState,
  { AccessID, AccessPass, OrderID }: Fields,
  kinds: readonly Trade["kind"][],
): Trade {
  if (!AccessID) throw new GmoError("E01090001");
  if (!AccessPass) throw new GmoError("E01100001");
  const trade = [...trades.values()].find(({ access_id }) => access_id === AccessID);
  const isNamed = trade && (OrderID === undefined || OrderID === trade.order_id);
  if (!isNamed || trade.access_pass !== AccessPass || !kinds.includes(trade.kind)) {
    throw new GmoError("E01110002");
  }
  return trade;
}
