// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { openPage, press } from "#lib/testing/page.tsx";
import { OutcomesInput } from "./components/contents/outcomes-input.tsx";
import { beginOutcome, type FormOutcome } from "./queries/diagnosis.ts";

function Outcomes() {
  const [outcomes, setOutcomes] = useState<FormOutcome[]>([beginOutcome([])]);
  return (
    <OutcomesInput
      outcomes={outcomes}
      onChange={setOutcomes}
      locale="en"
      findProblem={() => undefined}
    />
  );
}

/** Presses a button as the keyboard does, with the focus on it. */
async function pressFocused(name: string): Promise<void> {
  screen.getByRole("button", { name }).focus();
  await press(name);
}

const getFocused = () => document.activeElement;

test("ADMIN-09 the focus stays in the list when outcomes and conditions are removed or moved", async () => {
  const page = await openPage();
  page.show(<Outcomes />);
  await press("Add an outcome");
  await press("Add a condition");
  await press("Add a condition");
  const listValues = () => screen.getAllByLabelText("Value");
  const [, second] = listValues();
  await pressFocused("Remove Condition 1");
  expect(getFocused()).toBe(second);
  await pressFocused("Remove Condition 1");
  expect(getFocused()?.textContent).toBe("Add a condition");

  await pressFocused("Move Outcome 1 down");
  expect(getFocused()?.getAttribute("aria-label")).toBe("Move Outcome 2 down");
  expect(getFocused()?.getAttribute("aria-disabled")).toBe("true");
  await press("Move Outcome 2 down");
  await pressFocused("Move Outcome 2 up");
  expect(getFocused()?.getAttribute("aria-label")).toBe("Move Outcome 1 up");

  // Without conditions the last outcome has a text in their place.
  await press("Add a condition");
  await press("Move Outcome 1 down");
  await pressFocused("Remove Condition 1");
  expect(getFocused()).toBe(screen.getAllByLabelText("Text of the outcome")[1]);

  const [, other] = screen.getAllByLabelText("Text of the outcome");
  await pressFocused("Remove Outcome 1");
  expect(getFocused()).toBe(other);
});
