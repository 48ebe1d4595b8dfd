// @vitest-environment happy-dom

import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { getTexts } from "#lib/i18n/texts.tsx";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { SurveyForm } from "./components/survey-form.tsx";

const { t } = getTexts("en");
let page: TestPage;
const onCancelled = vi.fn();
const onLeave = vi.fn();

beforeEach(async () => {
  vi.clearAllMocks();
  page = await openPage();
  page.reply = async () => ({ status: 200, data: { subscription: null } });
  page.show(<SurveyForm onCancelled={onCancelled} onLeave={onLeave} />);
});

const findText = (name: string) =>
  document.querySelector<HTMLTextAreaElement>(`textarea[name=${name}]`);
function type(name: string, value: string) {
  const field = findText(name);
  if (!field) throw new Error(`There is no field ${name}`);
  fireEvent.change(field, { target: { value } });
}
const tick = (value: number) => {
  const box = document.querySelector(`input[name=input_3_checked][value="${value}"]`);
  if (!box) throw new Error(`There is no box ${value}`);
  fireEvent.click(box);
};
const canSubmit = () =>
  !screen.getByRole<HTMLButtonElement>("button", { name: t("billing.survey_submit") }).disabled;
const openDialog = async () => {
  await press(t("billing.survey_submit"));
  await screen.findByText(t("billing.survey_confirm_title"));
};

test("PAY-15 PAY-16 the survey can be sent when both questions and a wish are answered, and “other” has its text", () => {
  type("input_1_other", "talks");
  type("input_2_other", "   ");
  tick(3);
  expect(canSubmit()).toBe(false);
  type("input_2_other", "price");
  expect(canSubmit()).toBe(true);
  tick(3);
  expect(canSubmit()).toBe(false);
  expect(findText("input_3_other")?.disabled).toBe(true);
  tick(6);
  expect(findText("input_3_other")?.disabled).toBe(false);
  expect(canSubmit()).toBe(false);
  type("input_3_other", "stickers");
  expect(canSubmit()).toBe(true);
  type("input_1_other", "a".repeat(1_001));
  expect(canSubmit()).toBe(false);
});

test("PAY-17 after the confirmation the pairs are sent once, and the plan is cancelled", async () => {
  type("input_1_other", " talks ");
  type("input_2_other", "price");
  type("input_3_other", "never sent");
  tick(6);
  type("input_3_other", "stickers");
  tick(4);
  await openDialog();
  expect(page.calls).toEqual([]);
  const confirm = screen.getByRole("button", { name: t("billing.survey_confirm") });
  await act(async () => {
    fireEvent.click(confirm);
    fireEvent.click(confirm);
  });
  expect(page.calls.map(({ name, body }) => ({ name, body }))).toEqual([
    {
      name: "cancelWithSurvey",
      body: {
        survey: [
          { select: 1, other: "talks" },
          { select: 2, other: "price" },
          { select: 4 },
          { select: 6, other: "stickers" },
        ],
      },
    },
  ]);
  expect(onCancelled).toHaveBeenCalledOnce();
});

test.each([
  [400, "cancel_failed"],
  [404, "already_cancelled"],
  [500, "cancel_failed"],
] as const)(
  "PAY-17 a failure with %i is said in the dialog and leaves the page open",
  async (status, key) => {
    page.reply = async () => ({ status, data: null });
    type("input_1_other", "talks");
    type("input_2_other", "price");
    tick(5);
    await openDialog();
    await press(t("billing.survey_confirm"));
    const dialog = screen.getByRole("dialog");
    expect(dialog.textContent).toContain(t(`billing.${key}`));
    expect(onCancelled).not.toHaveBeenCalled();
    expect(onLeave).not.toHaveBeenCalled();
  },
);

test("PAY-16 the dialog's other button leads to the top page and cancels nothing", async () => {
  type("input_1_other", "talks");
  type("input_2_other", "price");
  tick(5);
  await openDialog();
  await press(t("billing.survey_to_top"));
  expect(onLeave).toHaveBeenCalledOnce();
  expect(page.calls).toEqual([]);
});
