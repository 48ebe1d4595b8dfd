import { tutorialStatuses } from "@toibako/contract/onboarding.ts";
import { expect, test } from "vitest";
import { findNextStep } from "./steps.ts";

test("START-17 the home shows the first four steps, and the messages show the fifth", () => {
  const steps = tutorialStatuses.map((status) => [
    findNextStep(status, "home"),
    findNextStep(status, "talks"),
  ]);
  expect(steps).toEqual([
    ["first_step", undefined],
    ["second_step", undefined],
    ["third_step", undefined],
    ["fourth_step", undefined],
    [undefined, "fifth_step"],
    [undefined, undefined],
  ]);
});
