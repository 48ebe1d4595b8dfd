// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from "@testing-library/react";
import { reasonLimit } from "@toibako/contract/staff/people.ts";
import { beforeEach, expect, test } from "vitest";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { ReasonForm } from "./components/reason-form.tsx";

let page: TestPage;
let reasons: string[];
beforeEach(async () => {
  page = await openPage();
  reasons = [];
});

const show = (day: string) =>
  act(async () =>
    page.show(
      <ReasonForm
        label="Change"
        question="Change it?"
        isComplete={day !== ""}
        onConfirm={async (reason) => void reasons.push(reason)}
      >
        {(isRefused) => (
          <Field label="Day" error={isRefused && day === "" && "The day is missing"}>
            <Input defaultValue={day} />
          </Field>
        )}
      </ReasonForm>,
    ),
  );

const type = (text: string) =>
  act(
    async () => void fireEvent.change(screen.getByLabelText("Reason"), { target: { value: text } }),
  );

/** The problem that the field with the focus says. */
const readFocusedProblem = () => {
  const id = document.activeElement?.getAttribute("aria-describedby");
  return id ? document.getElementById(id)?.textContent : undefined;
};

test("the form says at each field what is missing, and focuses the first", async () => {
  await show("");
  await press("Change");
  expect(readFocusedProblem()).toBe("The day is missing");
  expect(screen.getByText("Please give a reason")).toBeTruthy();
  expect(screen.queryByText("Change it?")).toBeNull();
});

test("a reason that is empty or too long is named at its field", async () => {
  await show("2000-01-31");
  await press("Change");
  expect(readFocusedProblem()).toBe("Please give a reason");
  await type("x".repeat(reasonLimit + 1));
  await press("Change");
  expect(readFocusedProblem()).toBe(`Please keep it to ${reasonLimit} characters.`);
  expect(screen.queryByText("Change it?")).toBeNull();
  await type("She asked for it");
  await press("Change");
  const dialog = await screen.findByRole("alertdialog", { name: "Change it?" });
  const confirm = within(dialog).getByRole("button", { name: "Change" });
  await act(async () => void fireEvent.click(confirm));
  expect(reasons).toEqual(["She asked for it"]);
});
