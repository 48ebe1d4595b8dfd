import { startModerationService } from "@toibako/sandbox/moderation.ts";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Config } from "#platform/config.ts";
import { createTextClassifier } from "./moderation.ts";

const service = await startModerationService();
afterAll(() => service.close());
beforeEach(() => {
  service.requests.length = 0;
});

const config = { moderation_url: service.url, moderation_token: "canary" } as Config;
const classifyText = createTextClassifier(config);

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
])("BOX-17 the reply %o of a moderation service is read as %o", async (reply, finding) => {
  service.reply = reply;
  expect(await classifyText("なんでもない")).toEqual(finding);
});

test("BOX-17 the service gets the text and nothing else", async () => {
  service.reply = {};
  await classifyText("元気？");
  expect(service.requests).toEqual([
    { authorization: "Bearer canary", body: JSON.stringify({ input: "元気？" }) },
  ]);
});

test.each(["error", "nonsense", "nothing"] as const)(
  "BOX-17 uses the built-in model when the service replies with %s",
  async (reply) => {
    service.reply = reply;
    expect(await classifyText("お前なんか死ねばいい")).toMatchObject({ category: "self_harm" });
    expect(service.requests).toHaveLength(1);
  },
);

test("BOX-17 uses the built-in model when the service can't be reached", async () => {
  const unreachable = createTextClassifier({ ...config, moderation_url: "http://127.0.0.1:9/" });
  expect(await unreachable("お前なんか死ねばいい")).toMatchObject({ category: "self_harm" });
});
