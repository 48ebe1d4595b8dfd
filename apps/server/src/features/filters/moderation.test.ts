import { startModerationDesk } from "@toibako/sandbox/moderation.ts";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Config } from "#platform/config.ts";
import { createScore } from "./moderation.ts";

const desk = await startModerationDesk();
afterAll(() => desk.close());
beforeEach(() => {
  desk.requests.length = 0;
});

const config = { moderation_url: desk.url, moderation_token: "canary" } as Config;
const score = createScore(config);

test.each([
  [{ sexual: 0.9 }, { category: "sexual", level: "low" }],
  [{ "self-harm/intent": 0.6 }, { category: "self_harm", level: "medium" }],
  [{ "harassment/threatening": 0.3 }, { category: "threat", level: "high" }],
  [
    { violence: 0.55, hate: 0.7 },
    { category: "insult", level: "medium" },
  ],
  [{ illicit: 0.81 }, { category: "solicitation", level: "low" }],
  [{ sexual: 0.2 }, undefined],
])("BOX-17 a moderation service that answers %o means %o", async (says, finding) => {
  desk.says = says;
  expect(await score("なんでもない")).toEqual(finding);
});

test("BOX-17 the service gets the text and nothing else", async () => {
  desk.says = {};
  await score("元気？");
  expect(desk.requests).toEqual([
    { authorization: "Bearer canary", body: JSON.stringify({ input: "元気？" }) },
  ]);
});

test.each(["error", "nonsense", "nothing"] as const)(
  "BOX-17 when the service answers %o, the built-in model judges",
  async (says) => {
    desk.says = says;
    expect(await score("お前なんか死ねばいい")).toMatchObject({ category: "self_harm" });
    expect(desk.requests).toHaveLength(1);
  },
);

test("BOX-17 when the service can't be reached, the built-in model judges", async () => {
  const lost = createScore({ ...config, moderation_url: "http://127.0.0.1:9/" });
  expect(await lost("お前なんか死ねばいい")).toMatchObject({ category: "self_harm" });
});
