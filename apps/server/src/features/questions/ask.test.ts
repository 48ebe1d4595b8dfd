import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import { expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";

const site = await openSite();
const yui = await site.person("yui");
const kenta = await site.person("kenta");

test("ASK-10 ASK-11 a visitor's question reaches the inbox and Location leads to their own list", async () => {
  const visitor = site.visitor("en");
  const asked = await visitor.send(postQuestion, {
    body: { account: "YUI", body: "  What do you like?\r\n ", locale: "en" },
  });
  expect(asked.status).toBe(201);
  expect(asked.location).toBe("/en/not_login_user");
  const { data } = await yui.send(listReceivedItems, { query: { status: "unread" } });
  expect(data.items).toMatchObject([
    { uuid_hash: asked.data.uuid_hash, body: "What do you like?" },
  ]);
  expect((await yui.send(getUnreadCounts, {})).data.received_items).toBe(1);
});

test("ASK-11 a signed-in sender is led to their own sent list", async () => {
  const asked = await kenta.send(postQuestion, { body: { account: "yui", body: "元気？" } });
  expect(asked.location).toBe("/ja/me/home?tab=send");
});
