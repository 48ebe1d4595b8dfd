import { getTutorial, putTutorial, tutorialStatuses } from "@toibako/contract/onboarding.ts";
import { expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";

const site = await openSite();
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");

test("START-16 each account has its own tutorial, which accepts every step", async () => {
  expect((await yui.send(getTutorial, {})).data).toEqual({ tutorial_status: "not_started" });
  for (const tutorial_status of tutorialStatuses) {
    const body = { tutorial_status };
    expect((await yui.send(putTutorial, { body })).data).toEqual(body);
    expect((await yui.send(getTutorial, {})).data).toEqual(body);
  }
  expect((await kenta.send(getTutorial, {})).data).toEqual({ tutorial_status: "not_started" });
});

test.each(["sixth_step", "", null, 3])("START-16 refuses the step %j", async (step) => {
  const body = { tutorial_status: step as never };
  expect((await kenta.send(putTutorial, { body })).status).toBe(400);
  expect((await kenta.send(getTutorial, {})).data).toEqual({ tutorial_status: "not_started" });
});

test("START-16 visitors have no tutorial", async () => {
  expect((await site.openBrowser().send(getTutorial, {})).status).toBe(401);
});
