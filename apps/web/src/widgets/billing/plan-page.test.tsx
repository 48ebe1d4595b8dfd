// @vitest-environment happy-dom

import { act, screen, within } from "@testing-library/react";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import type { Card } from "@toibako/contract/billing/cards.ts";
import type { PaymentSettings } from "@toibako/contract/billing/offers.ts";
import type { Subscription } from "@toibako/contract/billing/subscriptions.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { getTexts } from "#lib/i18n/texts.tsx";
import { bareSite } from "#lib/page/router-context.ts";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { ModalHost } from "#widgets/modals/modal-host.tsx";
import { openDocument, postForm } from "./open-document.ts";
import { PlanPage } from "./plan-page.tsx";

vi.mock("./open-document.ts", () => ({ openDocument: vi.fn(), postForm: vi.fn() }));
vi.mock("#features/billing/queries/provider-script.ts", async (importOriginal) => ({
  ...(await importOriginal<object>()),
  loadProviderScript: () => Promise.resolve(),
}));
vi.mock("#widgets/page/shell-page.tsx", () => ({
  ShellPage: ({ title, children }: { title: string; children: React.ReactNode }) => (
    <main>
      <h1>{title}</h1>
      {children}
    </main>
  ),
}));

const settings: PaymentSettings = {
  provider: "gmo",
  script_url: "https://pay.test/token.js",
  public_key: "public",
  payment_types: ["credit_card", "carrier_docomo"],
};
const offer = {
  target_key: "premium_monthly",
  payment_type: "credit_card",
  version: "v1",
  first_amount: 500,
  amount: 500,
  next_charge_on: "2026-12-28",
  terms: [],
};
const item = {
  key: "premium_monthly",
  name: "Premium",
  readable_price: "500 yen a month",
  is_discounted: false,
  discount_price: null,
};
const user = { id: "u", account: "hana", displaying_name: "Hana" } as CurrentUser;
const savedCard: Card = { card_seq: 0, last_digits: "111", expires: "2034-12" };
const running: Subscription = {
  cancelled_at: null,
  expired_in: "2026-11-28",
  ends_on: "2026-12-28",
  payment_type: "credit_card",
  card_seq: 0,
  next_charge: { on: "2026-12-28", amount: 500 },
  is_past_due: false,
};
const charge = {
  order_id: "order-1",
  kind: "charge",
  amount: 500,
  payment_type: "credit_card",
  starts_on: "2026-11-28",
  ends_on: "2026-12-28",
  charged_at: "2026-11-27T16:00:00Z",
  formatted_date_time: "today",
};

let page: TestPage;
let subscription: Subscription | null;
let pending_order_id: string | null;
let card: Card | null;
let result: string;
let failing: Record<string, number>;

beforeEach(async () => {
  vi.clearAllMocks();
  page = await openPage();
  [subscription, pending_order_id, card, result, failing] = [null, null, null, "unknown", {}];
});

function reply(name: string): unknown {
  if (name === "getOffer") return { offer, settings };
  if (name === "getSubscription") return { subscription, pending_order_id };
  if (name === "getCreditCard") return { is_present: card !== null, card };
  if (name === "getPaymentResult") return { result };
  if (name === "getSeller") return { seller: null };
  if (name === "startCarrierBilling") {
    return { start_url: "https://carrier.test/", access_id: "access", token: "secret" };
  }
  const pager = { current_page: 1, total_pages: 1, total_count: 1, limit: 20 };
  return name === "listCharges" ? { charges: subscription ? [charge] : [], pager } : {};
}

async function show(order_id?: string, locale: "en" | "ja" = "en") {
  if (locale !== "en") page = await openPage(bareSite, locale);
  page.reply = async ({ name }) => ({
    status: failing[name] ?? 200,
    data: failing[name] ? null : reply(name),
  });
  await act(async () =>
    page.show(
      <ModalHost>
        <PlanPage user={user} item={item} order_id={order_id} aside={<div />} />
      </ModalHost>,
    ),
  );
}

const { t } = getTexts("en");
const named = (name: string) => page.calls.filter((call) => call.name === name);
const queryButton = (name: string) => screen.queryByRole<HTMLButtonElement>("button", { name });

test("PAY-02 PAY-11 without a plan the page offers to subscribe, and not to cancel", async () => {
  await show();
  expect(screen.getByText("500 yen a month")).toBeTruthy();
  expect(queryButton(t("billing.to_check"))).toBeTruthy();
  expect(queryButton(t("billing.cancel"))).toBeNull();
  expect(named("getSubscription")[0]?.query).toEqual({ locale: "ja" });
});

test("PAY-02 PAY-25 PAY-27 a subscriber sees the next charge, the card, a disabled form and how to cancel", async () => {
  [subscription, card] = [running, savedCard];
  await show();
  const next = t("billing.next_charge_value", { day: "December 28, 2026", amount: "500 yen" });
  expect(screen.getByText(next)).toBeTruthy();
  const shownCard = t("billing.card_value", { digits: "111", expiry: "12/34" });
  expect(screen.getAllByText(shownCard)).toHaveLength(2);
  expect(screen.getByLabelText<HTMLInputElement>(t("billing.card_number")).disabled).toBe(true);
  expect(queryButton(t("billing.card_delete"))?.disabled).toBe(true);
  expect(queryButton(t("billing.to_check_with_card"))).toBeNull();
  await press(t("billing.card_replace"));
  expect(screen.getByLabelText<HTMLInputElement>(t("billing.card_number")).disabled).toBe(false);
});

test("PAY-12 cancelling takes two presses and says that it is done", async () => {
  [subscription, card] = [running, savedCard];
  await show();
  await press(t("billing.cancel"));
  const dialog = within(await screen.findByRole("alertdialog"));
  subscription = { ...running, cancelled_at: "2026-11-28T00:00:00Z", next_charge: null };
  await act(async () => dialog.getByRole("button", { name: t("billing.cancel") }).click());
  expect(named("cancelSubscription").map(({ body }) => body)).toEqual([{ card_seq: 0 }]);
  expect(await screen.findByText(t("billing.cancel_completed"))).toBeTruthy();
});

test.each([
  [404, "already_cancelled"],
  [400, "cancel_failed"],
] as const)("PAY-12 a cancellation that is answered by %i says so", async (status, key) => {
  [subscription, card] = [running, savedCard];
  failing = { cancelSubscription: status };
  await show();
  await press(t("billing.cancel"));
  const dialog = within(await screen.findByRole("alertdialog"));
  await act(async () => dialog.getByRole("button", { name: t("billing.cancel") }).click());
  expect(await screen.findByText(t(`billing.${key}`))).toBeTruthy();
});

test("PAY-13 PAY-14 a cancelled plan has a disabled button with its last day, and the card can be deleted", async () => {
  subscription = { ...running, cancelled_at: "2026-11-28T00:00:00Z", next_charge: null };
  card = savedCard;
  await show(undefined, "ja");
  const ja = getTexts("ja").t;
  const button = queryButton("12月28日まで利用できます");
  expect(button?.disabled).toBe(true);
  expect(button?.type).toBe("submit");
  expect(queryButton(ja("billing.card_delete"))?.disabled).toBe(false);
  await press(ja("billing.card_delete"));
  const dialog = within(await screen.findByRole("alertdialog"));
  card = null;
  await act(async () => dialog.getByRole("button", { name: ja("billing.card_delete") }).click());
  expect(named("deleteCreditCard").map(({ body }) => body)).toEqual([{ card_seq: 0 }]);
  expect(await screen.findByText(ja("billing.card_deleted"))).toBeTruthy();
});

test("PAY-22 after a failed renewal the page says when it is tried again", async () => {
  [subscription, card] = [{ ...running, is_past_due: true }, savedCard];
  await show();
  const text = t("billing.past_due_next", { day: "December 28, 2026" });
  expect(screen.getByText(text)).toBeTruthy();
});

test("PAY-25 an expired card says that it should be replaced", async () => {
  [subscription, card] = [running, { ...savedCard, expires: "2020-01" }];
  await show();
  expect(screen.getByText(t("billing.card_expired"))).toBeTruthy();
});

test("PAY-27 a past charge has a receipt with its amount, number and day in Japan", async () => {
  [subscription, card] = [running, savedCard];
  await show();
  await press(t("billing.receipt"));
  const receipt = within(await screen.findByRole("dialog", { name: t("billing.receipt") }));
  expect(receipt.getByText("order-1")).toBeTruthy();
  expect(receipt.getByText(t("billing.with_tax", { amount: "500 yen" }))).toBeTruthy();
  expect(receipt.getByText("November 28, 2026")).toBeTruthy();
});

test("PAY-18 in Japanese a carrier can be chosen; after the last page its form is posted", async () => {
  await show(undefined, "ja");
  const ja = getTexts("ja").t;
  expect(queryButton(ja("billing.pay_au"))).toBeNull();
  await press(ja("billing.pay_docomo"));
  expect(named("startCarrierBilling")).toEqual([]);
  await press(ja("billing.to_carrier", { carrier: ja("billing.pay_docomo") }));
  expect(named("startCarrierBilling").map(({ body }) => body)).toEqual([
    { carrier: "docomo", offer_version: "v1" },
  ]);
  expect(postForm).toHaveBeenCalledExactlyOnceWith("https://carrier.test/", {
    AccessID: "access",
    Token: "secret",
  });
});

test("PAY-18 no carrier is offered in other languages", async () => {
  await show();
  expect(screen.queryByText(t("billing.carrier_title"))).toBeNull();
});

test.each([
  ["done", "/en/me/talks?notice=charge_completed"],
  ["not_done", undefined],
  ["unknown", undefined],
] as const)("PAY-19 PAY-26 coming back with an order that is %s", async (known, address) => {
  result = known;
  await show("order-1");
  expect(vi.mocked(openDocument).mock.calls.flat()).toEqual(address ? [address] : []);
  const notDone = screen.queryByText(t("billing.result_not_done"));
  const unknown = screen.queryByText(t("billing.result_unknown_text"));
  expect([notDone !== null, unknown !== null]).toEqual([known === "not_done", known === "unknown"]);
});

test("PAY-26 an order that isn't the account's own is not waited for", async () => {
  failing = { getPaymentResult: 404 };
  await show("order-of-others");
  expect(screen.getByText(t("billing.result_missing"))).toBeTruthy();
});

test("PAY-26 a page that the browser has kept shows the present state after the back button", async () => {
  card = savedCard;
  await show();
  await press(t("billing.to_check_with_card"));
  const heading = t("billing.check_title");
  expect(await screen.findByText(heading)).toBeTruthy();
  [subscription, card] = [running, savedCard];
  await act(async () => {
    dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  });
  expect(screen.queryByText(heading)).toBeNull();
  expect(await screen.findByText(t("billing.active_title"))).toBeTruthy();
});

test("PAY-21 while an earlier payment has no result, the page waits for it and offers no other", async () => {
  [pending_order_id, card] = ["order-1", savedCard];
  await show();
  expect(screen.getByText(t("billing.result_unknown_title"))).toBeTruthy();
  expect(queryButton(t("billing.to_check_with_card"))).toBeNull();
  expect(queryButton(t("billing.card_delete"))?.disabled).toBe(true);
});
