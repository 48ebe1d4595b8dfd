// @vitest-environment happy-dom

import { act, screen } from "@testing-library/react";
import { type TutorialStatus, tutorialStatuses } from "@toibako/contract/onboarding.ts";
import { beforeEach, expect, test } from "vitest";
import { getTexts } from "#lib/i18n/texts.tsx";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { findNextStep, Tutorial } from "./components/tutorial.tsx";

/** The last status of the specification; after it no step follows. */
const lastStatus: TutorialStatus = "fifth_step";

let page: TestPage;
let tutorial_status: TutorialStatus;
let failingEndpoint: string | undefined;

beforeEach(async () => {
  page = await openPage();
  tutorial_status = "not_started";
  failingEndpoint = undefined;
  page.reply = async ({ name, body }) => {
    if (name === failingEndpoint) return { status: 500, data: null };
    if (name === "putTutorial") ({ tutorial_status } = body as { tutorial_status: TutorialStatus });
    return { status: 200, data: { tutorial_status } };
  };
});

const { t } = getTexts("en");
const showTutorial = () => act(async () => page.show(<Tutorial page="home" />));
const queryBalloon = () => screen.queryByRole("region", { name: t("onboarding.name") });

test("START-17 the home shows four steps; the next one appears when a button is pressed and the step is saved", async () => {
  await showTutorial();
  const saved: TutorialStatus[] = [];
  const shownTexts = new Set<string | null | undefined>();
  for (const label of ["next", "next", "next", "done"] as const) {
    shownTexts.add(queryBalloon()?.querySelector("p")?.textContent);
    await press(t(`onboarding.${label}`));
    saved.push(tutorial_status);
  }
  expect(saved).toEqual(["first_step", "second_step", "third_step", "fourth_step"]);
  expect(shownTexts.size).toBe(4);
  expect(queryBalloon()).toBeNull();
});

test("START-17 what follows the tutorial appears once the home has no further step", async () => {
  await act(async () => page.show(<Tutorial page="home">The setup</Tutorial>));
  expect(screen.queryByText("The setup")).toBeNull();
  await press(t("onboarding.skip"));
  expect(screen.getByText("The setup")).toBeTruthy();
});

test("START-17 a person can end the tutorial early", async () => {
  await showTutorial();
  await press(t("onboarding.skip"));
  expect(tutorial_status).toBe(lastStatus);
  expect(queryBalloon()).toBeNull();
});

test("START-18 a tutorial that can't be loaded shows the network error and no balloon", async () => {
  failingEndpoint = "getTutorial";
  await showTutorial();
  expect(screen.getByText(t("onboarding.network_error"))).toBeTruthy();
  expect(queryBalloon()).toBeNull();
});

test("START-18 a step that can't be saved shows the network error and its balloon stays", async () => {
  failingEndpoint = "putTutorial";
  await showTutorial();
  await press(t("onboarding.next"));
  expect(screen.getByText(t("onboarding.network_error"))).toBeTruthy();
  expect(queryBalloon()?.textContent).toContain(t("onboarding.step_1", { tab: t("shell.inbox") }));
});

test("START-17 the home shows the first four steps, and the page of messages the fifth", () => {
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
