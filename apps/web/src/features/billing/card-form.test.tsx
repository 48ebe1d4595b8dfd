// @vitest-environment happy-dom

import { act, fireEvent, screen, within } from "@testing-library/react";
import type { Card } from "@toibako/contract/billing/cards.ts";
import type { PaymentSettings } from "@toibako/contract/billing/offers.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getTexts, type TextKey } from "#lib/i18n/texts.tsx";
import { bareSite } from "#lib/page/router-context.ts";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { CardForm, type CardFormHandle } from "./components/card-form.tsx";
import { findProblem, formatCardNumber, formatExpiry } from "./queries/gmo-token.ts";
import { findStripeProblem } from "./queries/stripe-fields.ts";

vi.mock("./queries/provider-script.ts", async (importOriginal) => ({
  ...(await importOriginal<typeof import("./queries/provider-script.ts")>()),
  loadProviderScript: () => Promise.resolve(),
}));

const number = "4111111111111111";
const settings: PaymentSettings = {
  provider: "gmo",
  script_url: "https://pay.test/token.js",
  public_key: "public",
  payment_types: ["credit_card"],
};

let page: TestPage;
const handle: { current: CardFormHandle | null } = { current: null };
const onToken = vi.fn();
const init = vi.fn();
const getToken = vi.fn();

/** Lets the provider's script answer with a code. */
const answerWith = (resultCode: string) =>
  getToken.mockImplementation((_card, callback) =>
    callback({ resultCode, ...(resultCode === "000" && { tokenObject: { token: "a-token" } }) }),
  );

beforeEach(async () => {
  page = await openPage();
  vi.clearAllMocks();
  window.Multipayment = { init, getToken };
  answerWith("000");
});
afterEach(() => {
  delete window.Multipayment;
});

function show(saved: Card | null = null, isDisabled = false) {
  page.show(
    <CardForm
      ref={handle}
      settings={settings}
      saved={saved}
      isDisabled={isDisabled}
      submitLabel="Go on"
      pendingLabel="Wait"
      onToken={onToken}
    />,
  );
}

const findField = (field: string) =>
  document.querySelector<HTMLInputElement>(`[data-card-field="${field}"]`);

function type(field: string, value: string) {
  const input = findField(field);
  if (!input) throw new Error(`There is no field ${field}`);
  fireEvent.input(input, { target: { value } });
  fireEvent.blur(input);
}

async function fillAndSubmit(changes: Record<string, string> = {}) {
  const entries = { number, expiry: "1230", security_code: "123", holder: "hana hako", ...changes };
  for (const [field, value] of Object.entries(entries)) type(field, value);
  await press("Go on");
}

const codes: [code: string, key: TextKey, field?: string][] = [
  ["100", "billing.problem_number", "number"],
  ["101", "billing.problem_number", "number"],
  ["102", "billing.problem_number", "number"],
  ["110", "billing.problem_expiry", "expiry"],
  ["111", "billing.problem_expiry", "expiry"],
  ["112", "billing.problem_expiry", "expiry"],
  ["113", "billing.problem_expiry", "expiry"],
  ["121", "billing.problem_security_code", "security_code"],
  ["122", "billing.problem_security_code", "security_code"],
  ["131", "billing.problem_holder", "holder"],
  ["132", "billing.problem_holder", "holder"],
  ["141", "billing.problem_other"],
  ["142", "billing.problem_other"],
  ["551", "billing.problem_api_key"],
  ["552", "billing.problem_api_key"],
  ["901", "billing.problem_unexpected"],
  ["902", "billing.problem_congestion"],
  ["777", "billing.problem_other"],
  ["", "billing.problem_unexpected"],
];

for (const locale of ["en", "ja"] as const) {
  test.each(codes)(`PAY-05 PAY-06 in ${locale}, the code %s shows %s`, async (code, key, field) => {
    page = await openPage(bareSite, locale);
    answerWith(code);
    show();
    await fillAndSubmit();
    const text = getTexts(locale).t(key as "billing.problem_other", { code });
    const form = document.querySelector("form");
    expect(form?.textContent).toContain(text);
    // The message stands outside of the form as well.
    expect(screen.getAllByText(text).some((element) => !form?.contains(element))).toBe(true);
    expect(onToken).not.toHaveBeenCalled();
    if (field !== undefined) {
      expect(findField(field)?.getAttribute("aria-invalid")).toBe("true");
      expect(document.activeElement).toBe(findField(field));
    }
  });
}

test("PAY-04 only the code 000 goes on, with the token", async () => {
  show();
  await fillAndSubmit();
  expect(onToken).toHaveBeenCalledExactlyOnceWith("a-token");
  expect(init).toHaveBeenCalledWith("public");
});

test("PAY-03 the script gets the card as it expects it, also from full-width digits", async () => {
  show();
  await fillAndSubmit({ number: "４１１１ 1111-1111 1111", expiry: "4/31" });
  expect(getToken.mock.calls[0]?.[0]).toEqual({
    cardno: number,
    expire: "203104",
    securitycode: "123",
    holdername: "HANA HAKO",
    tokennumber: "1",
  });
});

test("PAY-03 the card is in no request, no storage, no report and no field that a form would send", async () => {
  const reported = vi.fn();
  vi.stubGlobal("reportError", reported);
  getToken.mockImplementation(({ cardno }: { cardno: string }) => {
    throw new Error(`can't read ${cardno}`);
  });
  show();
  await fillAndSubmit();
  expect(screen.getAllByText(getTexts("en").t("billing.problem_unexpected"))).toHaveLength(2);
  expect(reported).not.toHaveBeenCalled();
  expect(page.calls).toEqual([]);
  const stored = [sessionStorage, localStorage].flatMap((storage) =>
    Array.from({ length: storage.length }, (_, index) => storage.getItem(storage.key(index) ?? "")),
  );
  expect(stored.join()).not.toMatch(/4111/);
  for (const input of document.querySelectorAll("input")) expect(input.name).toBe("");
  vi.unstubAllGlobals();
});

test("PAY-05 without the provider's script the form says that something unexpected happened", async () => {
  delete window.Multipayment;
  show();
  await fillAndSubmit();
  expect(screen.getAllByText(getTexts("en").t("billing.problem_unexpected"))).toHaveLength(2);
});

test("PAY-04 a card without security code or holder is refused before the script is called", async () => {
  show();
  await fillAndSubmit({ security_code: "" });
  expect(findField("security_code")?.getAttribute("aria-invalid")).toBe("true");
  await fillAndSubmit({ holder: " " });
  expect(findField("holder")?.getAttribute("aria-invalid")).toBe("true");
  expect(getToken).not.toHaveBeenCalled();
});

test("PAY-02 PAY-25 the form is disabled beside a saved card, also with card_seq 0, and shows its last digits", async () => {
  show({ card_seq: 0, last_digits: "111", expires: "2034-12" }, true);
  for (const input of document.querySelectorAll("input")) expect(input.disabled).toBe(true);
  expect(findField("number")?.placeholder).toContain("111");
  expect(findField("expiry")?.placeholder).toBe("12/34");
  const button = within(document.body).getByRole<HTMLButtonElement>("button", { name: "Go on" });
  expect(button.disabled).toBe(true);
});

test("PAY-24 what is typed stays, so that another token can be made of it", async () => {
  show();
  await fillAndSubmit();
  await act(async () => void (await handle.current?.createToken()));
  expect(getToken).toHaveBeenCalledTimes(2);
  expect(getToken.mock.calls[1]?.[0]).toMatchObject({ cardno: number });
});

test.each([
  ["12", "12"],
  ["1230", "12 / 30"],
  ["4", "04"],
  ["04/2031", "04 / 31"],
  ["2031-04", "04 / 31"],
  ["１２３０", "12 / 30"],
])("PAY-03 the expiry %s is written as %s", (typed, shown) => {
  expect(formatExpiry(typed)).toBe(shown);
});

test("PAY-03 a card number is grouped by four digits", () => {
  expect(formatCardNumber("4111111111111111")).toBe("4111 1111 1111 1111");
  expect(formatCardNumber("41111")).toBe("4111 1");
});

test("PAY-05 the codes of Stripe lead to the same texts", () => {
  expect(findStripeProblem({ code: "incomplete_number" })).toBe("number");
  expect(findStripeProblem({ code: "invalid_expiry_year_past" })).toBe("expiry");
  expect(findStripeProblem({ code: "incomplete_cvc" })).toBe("security_code");
  expect(findStripeProblem({ type: "api_connection_error" })).toBe("unexpected");
  expect(findProblem("12x")).toBe("unexpected");
});
