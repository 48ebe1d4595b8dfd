// @vitest-environment happy-dom

import { act, cleanup, screen } from "@testing-library/react";
import { getCurrentUser } from "@toibako/contract/accounts.ts";
import type { Offer, PaymentSettings } from "@toibako/contract/billing/offers.ts";
import { beforeEach, expect, test, vi } from "vitest";
import type { ChosenCard } from "#features/billing/queries.ts";
import { creditCardQuery } from "#features/billing/queries.ts";
import type { Reply } from "#lib/http/transport.ts";
import { getTexts } from "#lib/i18n/texts.tsx";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { ModalHost } from "#widgets/modals/modal-host.tsx";
import { CardCheck } from "./card-check.tsx";
import { openDocument } from "./open-document.ts";

vi.mock("./open-document.ts", () => ({ openDocument: vi.fn(), postForm: vi.fn() }));

const { t } = getTexts("en");
const terms = ["what", "price", "payment", "start", "cancelling", "deadline"] as const;
const settings: PaymentSettings = {
  provider: "gmo",
  script_url: "https://pay.test/token.js",
  public_key: "public",
  payment_types: ["credit_card"],
};
const offer: Offer = {
  target_key: "premium_monthly",
  payment_type: "credit_card",
  version: "v1",
  first_amount: 300,
  amount: 500,
  next_charge_on: "2026-12-28",
  terms: terms.map((key) => ({ key, title: `Title of ${key}`, text: `Text of ${key}` })),
};

let page: TestPage;
let shownOffer: Offer;
let answer: () => Promise<Reply>;
const handlers = {
  createToken: vi.fn<() => Promise<string | undefined>>(),
  onBack: vi.fn(),
  onCharged: vi.fn(),
  onUnknown: vi.fn(),
};
const newCard: ChosenCard = { token: "token-1", card_seq: null };

const refuse = (status: number, code: string, messages: string[] = []): Promise<Reply> =>
  Promise.resolve({ status, data: { error: { code, messages, details: {} } } });
const subscribing = () => page.calls.filter(({ name }) => name === "subscribe");

beforeEach(async () => {
  vi.clearAllMocks();
  page = await openPage();
  shownOffer = offer;
  answer = async () => ({ status: 201, data: { subscription: {} } });
  handlers.createToken.mockImplementation(
    async () => `token-${handlers.createToken.mock.calls.length + 1}`,
  );
  page.client.setQueryData(creditCardQuery("en").queryKey, { is_present: false, card: null });
  page.client.setQueryData([getCurrentUser.name], { user: { id: "u", time_zone: "UTC" } });
  page.reply = (call) => {
    if (call.name === "getOffer")
      return Promise.resolve({ status: 200, data: { offer: shownOffer, settings } });
    return call.name === "subscribe" ? answer() : undefined;
  };
});

async function show(card: ChosenCard = newCard) {
  await act(async () =>
    page.show(
      <ModalHost>
        <CardCheck card={card} {...handlers} />
      </ModalHost>,
    ),
  );
}
const pay = () => press(t("billing.subscribe", { amount: "300 yen" }));

test("PAY-24 the last page states the six terms, today's price and the next charges, before anything is charged", async () => {
  await show();
  for (const key of terms) expect(screen.getByText(`Text of ${key}`)).toBeTruthy();
  expect(screen.getByText(t("billing.with_tax", { amount: "300 yen" }))).toBeTruthy();
  const later = t("billing.check_later", { day: "December 28, 2026", amount: "500 yen" });
  expect(screen.getByText(later)).toBeTruthy();
  expect(subscribing()).toEqual([]);
});

test("PAY-08 PAY-09 the button charges once with a new card's token, and then talks are shown", async () => {
  await show();
  await act(async () => {
    const button = screen.getByRole("button", {
      name: t("billing.subscribe", { amount: "300 yen" }),
    });
    button.click();
    button.click();
  });
  expect(subscribing().map(({ body }) => body)).toEqual([
    {
      token: "token-1",
      card_seq: null,
      target_key: "premium_monthly",
      payment_type: "credit_card",
      offer_version: "v1",
    },
  ]);
  expect(handlers.onCharged).toHaveBeenCalledOnce();
});

test("PAY-09 the button is disabled while the payment is sent", async () => {
  answer = () => new Promise(() => {});
  await show();
  await pay();
  const button = screen.getByRole("button", { name: t("billing.subscribing") });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await act(async () => button.click());
  expect(subscribing()).toHaveLength(1);
});

test("PAY-25 a saved card is sent by its card_seq, which may be 0", async () => {
  await show({ token: null, card_seq: 0 });
  await pay();
  expect(subscribing()[0]?.body).toMatchObject({ token: null, card_seq: 0 });
});

test.each([
  [404, "not_found", [], "billing.failed_contact"],
  [422, "already_subscribed", ["server"], "billing.already_using"],
  [400, "card_refused", [], "billing.failed_retry"],
  [403, "too_young", ["server"], "billing.too_young"],
  [429, "too_many", ["server"], "billing.processing_failed"],
  [500, "unexpected", [], "billing.processing_failed"],
] as const)("PAY-10 %i %s has its own text", async (status, code, messages, key) => {
  answer = () => refuse(status, code, [...messages]);
  await show();
  await pay();
  expect(screen.getByText(t(key))).toBeTruthy();
  expect(handlers.onCharged).not.toHaveBeenCalled();
});

test("PAY-10 400 shows the server's first message", async () => {
  answer = () => refuse(400, "card_refused", ["The first", "The second"]);
  await show();
  await pay();
  expect(screen.getByText("The first")).toBeTruthy();
  expect(screen.queryByText("The second")).toBeNull();
});

test("PAY-10 PAY-21 without a reply the same payment is repeated by the same key and token", async () => {
  answer = () => Promise.reject(new TypeError("Failed to fetch"));
  await show();
  await pay();
  expect(screen.getByText(t("billing.processing_failed_lost"))).toBeTruthy();
  await pay();
  const [first, second] = subscribing();
  expect(second).toEqual(first);
  expect(second?.idempotency_key).toBeTruthy();
  expect(handlers.createToken).not.toHaveBeenCalled();
});

test("PAY-08 after a refusal the next attempt has another key, and another token of what is typed", async () => {
  answer = () => refuse(400, "card_refused");
  await show();
  await pay();
  answer = async () => ({ status: 201, data: { subscription: {} } });
  await pay();
  const [first, second] = subscribing();
  expect(second?.body).toMatchObject({ token: "token-2" });
  expect(second?.idempotency_key).not.toBe(first?.idempotency_key);
  expect(handlers.onCharged).toHaveBeenCalledOnce();
});

test("PAY-06 if the second token is refused, the form is shown again", async () => {
  answer = () => refuse(400, "card_refused");
  await show();
  await pay();
  handlers.createToken.mockResolvedValueOnce(undefined);
  await pay();
  expect(handlers.onBack).toHaveBeenCalledOnce();
  expect(subscribing()).toHaveLength(1);
});

test("PAY-24 a changed offer is shown and must be agreed to; what was typed stays", async () => {
  answer = () => refuse(409, "offer_changed");
  await show();
  shownOffer = { ...offer, version: "v2", first_amount: 700, amount: 700 };
  await pay();
  expect(screen.getByText(t("billing.offer_changed_text"))).toBeTruthy();
  expect(screen.getByText(t("billing.with_tax", { amount: "700 yen" }))).toBeTruthy();
  answer = async () => ({ status: 201, data: { subscription: {} } });
  await press(t("billing.subscribe", { amount: "700 yen" }));
  expect(subscribing()[1]?.body).toMatchObject({ offer_version: "v2", token: "token-2" });
  expect(handlers.onBack).not.toHaveBeenCalled();
});

test("PAY-08 without a birthday the modal asks for it", async () => {
  answer = () => refuse(412, "birth_date_needed");
  await show();
  await pay();
  expect(await screen.findByText(t("modals.birth_date_title"))).toBeTruthy();
  expect(screen.getByText(t("billing.birth_date_text"))).toBeTruthy();
});

test("PAY-26 strong authentication continues at the bank's page; an unknown result is waited for", async () => {
  answer = async () => ({
    status: 202,
    data: { order_id: "order-1", redirect_url: "https://bank.test/ask" },
  });
  await show();
  await pay();
  expect(openDocument).toHaveBeenCalledExactlyOnceWith("https://bank.test/ask");
  cleanup();
  answer = async () => ({ status: 202, data: { order_id: "order-1", redirect_url: null } });
  await show();
  await pay();
  expect(handlers.onUnknown).toHaveBeenCalledExactlyOnceWith("order-1");
});
