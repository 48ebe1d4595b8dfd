import { tutorialStatuses } from "@toibako/contract/onboarding.ts";
import { expect, test } from "vitest";
import { findNextStep } from "./steps.ts";

test("START-17 the home shows the first three steps, and no page shows the steps about messages, which don't exist yet", () => {
  const steps = tutorialStatuses.map((status) => [
    findNextStep(status, "home"),
    findNextStep(status, "talks"),
  ]);
  expect(steps).toEqual([
    ["first_step", undefined],
    ["second_step", undefined],
    ["third_step", undefined],
    [undefined, undefined],
    [undefined, undefined],
    [undefined, undefined],
  ]);
});
