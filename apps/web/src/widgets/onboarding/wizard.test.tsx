// @vitest-environment happy-dom

import { act, fireEvent, screen } from "@testing-library/react";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import type { InitialSetting } from "@toibako/contract/onboarding.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { getTexts } from "#lib/i18n/texts.tsx";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { Wizard } from "./wizard.tsx";

const { t } = getTexts("en");
let page: TestPage;

/** A new account of an adult. */
const user = {
  account: "yui",
  displaying_name: "Yui",
  email: null,
  confirmed_email: null,
  avatar: "fox",
  icon_url: "/avatars/fox.svg",
  gender_type: "unknown",
  birthday: { year: 1990, month: 1, day: 1 },
  time_zone: "Asia/Tokyo",
  provider: [],
  is_send_email: false,
  ml_filter: "medium",
  use_ngword_filter: true,
  is_auto_recruit: false,
  has_chosen_auto_recruit: false,
  is_receive_baton: true,
  is_receive_dm: false,
} as unknown as CurrentUser;

beforeEach(async () => {
  page = await openPage();
});

const show = (account = user) =>
  act(async () => page.show(<Wizard user={account} next={undefined} />));

const listSaved = () => page.calls.filter(({ name }) => name === "putInitialSetting");

const listOptions = (label: string) => [
  ...screen.getByLabelText<HTMLSelectElement>(label, { exact: true }).options,
];

test("START-02 START-06 START-10 the entries are sent once, with the chosen gender and the setting of messages, and the button says that it is saving", async () => {
  await show();
  for (const label of ["female", "male", "other", "unknown"] as const) {
    expect(screen.getByRole("radio", { name: t(`settings.gender_${label}`) })).toBeTruthy();
  }
  fireEvent.click(screen.getByRole("radio", { name: t("settings.gender_female") }));
  await press(t("onboarding.next"));
  fireEvent.click(screen.getByRole("switch", { name: t("onboarding.receive_messages") }));
  const button = screen.getByRole("button", { name: t("onboarding.complete") });
  await act(async () => void fireEvent.click(button));
  expect(button.textContent).toBe(t("settings.saving"));
  await act(async () => void fireEvent.submit(button.closest("form")!));
  const [saved, ...others] = listSaved();
  expect(others).toEqual([]);
  const body = saved?.body as InitialSetting;
  expect(body.user?.gender).toBe("female");
  expect(body.is_receive_dm).toBe(true);
});

test("START-10 a refusal shows every message, scrolls to the top and lets the person send again", async () => {
  await show();
  await press(t("onboarding.next"));
  const scrollTo = vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  const error = { code: "overloaded", messages: ["First reason", "Second reason"], details: {} };
  page.reply = async () => ({ status: 503, data: { error } });
  await press(t("onboarding.complete"));
  for (const message of error.messages) expect(screen.getByText(message)).toBeTruthy();
  expect(scrollTo).toHaveBeenCalledWith({ top: 0 });
  await press(t("onboarding.complete"));
  expect(listSaved()).toHaveLength(2);
});

test("START-04 the selects offer the years since 1950, all months and days, and are empty; the list of years opens at 2000", async () => {
  await show({ ...user, birthday: null });
  const thisYear = new Date().getFullYear();
  const years = listOptions(t("settings.birthday_year")).map(({ value }) => value);
  const numbers = years.filter((year) => year !== "").map(Number);
  expect([numbers[0], numbers.at(-1), numbers.length]).toEqual([thisYear, 1950, thisYear - 1949]);
  // A select opens at its selected option, the empty one, which stands before 2000.
  expect(years.slice(years.indexOf("") - 1).slice(0, 3)).toEqual(["2001", "", "2000"]);
  for (const [part, last] of [
    ["month", 12],
    ["day", 31],
  ] as const) {
    const values = listOptions(t(`settings.birthday_${part}`)).map(({ value }) => value);
    expect(values).toEqual(["", ...Array.from({ length: last }, (_, index) => String(index + 1))]);
  }
  for (const part of ["year", "month", "day"] as const) {
    const label = t(`settings.birthday_${part}`);
    expect(screen.getByLabelText<HTMLSelectElement>(label, { exact: true }).value).toBe("");
  }
});

test("START-04 an incomplete or impossible date of birth is refused on its page", async () => {
  await show({ ...user, birthday: null });
  const choose = (part: "year" | "month" | "day", value: string) => {
    const field = screen.getByLabelText(t(`settings.birthday_${part}`), { exact: true });
    fireEvent.change(field, { target: { value } });
  };
  choose("year", "1999");
  await press(t("onboarding.next"));
  expect(screen.getByText(t("onboarding.birthday_incomplete"))).toBeTruthy();
  choose("month", "2");
  choose("day", "30");
  await press(t("onboarding.next"));
  expect(screen.getByText(t("settings.birthday_impossible"))).toBeTruthy();
  choose("day", "28");
  await press(t("onboarding.next"));
  expect(screen.getByRole("button", { name: t("onboarding.complete") })).toBeTruthy();
  expect(listSaved()).toEqual([]);
});

test("START-04 a date of birth that the server refuses leads back to the first page", async () => {
  await show({ ...user, birthday: null });
  await press(t("onboarding.next"));
  const details = { birthday_month: ["Please choose a month."] };
  const error = { code: "form_validation_failed", messages: ["Please choose a month."], details };
  page.reply = async () => ({ status: 422, data: { error } });
  await press(t("onboarding.complete"));
  expect(screen.getByText(details.birthday_month[0]!, { selector: "[role=alert]" })).toBeTruthy();
});

test("START-01 without a third page, the progress is 100 % on the second page", async () => {
  await show();
  const readProgress = () => screen.getByRole("progressbar").getAttribute("aria-valuenow");
  expect(readProgress()).toBe("35");
  await press(t("onboarding.next"));
  expect(readProgress()).toBe("100");
});

test("START-03 the field of the email address says that it lets its owner get back in", async () => {
  await show();
  fireEvent.click(screen.getByRole("checkbox", { name: t("onboarding.wants_mail") }));
  expect(screen.getByText(/get back in if you forget your password/)).toBeTruthy();
});

test("START-02 the first page shows the address that the copy buttons copy, with the language", async () => {
  await show();
  // On the box, and below the field.
  expect(screen.getAllByText(`toibako.test/en/${user.account}`)).toHaveLength(2);
});
