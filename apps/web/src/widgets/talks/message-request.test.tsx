// @vitest-environment happy-dom

import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { type CurrentUser, getCurrentUser } from "@toibako/contract/accounts.ts";
import { beforeEach, expect, test } from "vitest";
import { getTexts } from "#lib/i18n/texts.tsx";
import { bareSite } from "#lib/page/router-context.ts";
import { openPage, type TestPage } from "#lib/testing/page.tsx";
import { ShareMessageLink } from "#widgets/modals/share-message-link.tsx";

let page: TestPage;
let reply: { status: number; data: unknown };
const { t } = getTexts("en");

beforeEach(async () => {
  page = await openPage({ ...bareSite, providers: ["twitter"] });
  page.client.setQueryDefaults([getCurrentUser.name], { staleTime: Number.POSITIVE_INFINITY });
  page.reply = async ({ name }) => (name === "putAutoMessageRecruit" ? reply : undefined) as never;
});

async function show(changes: Partial<CurrentUser>) {
  const user = {
    account: "me",
    provider: [],
    is_receive_dm: true,
    is_auto_message_recruit: false,
    ...changes,
  };
  page.client.setQueryData([getCurrentUser.name], { user });
  page.show(<ShareMessageLink account="me" open onOpenChange={() => {}} />);
  await screen.findByText(t("modals.request_title"));
}
const findSwitch = () => screen.getByRole<HTMLInputElement>("switch");
const pressSwitch = () => act(async () => void fireEvent.click(findSwitch()));

test("TALK-30 SHARE-10 an account with a linked X can ask by itself once a week", async () => {
  reply = { status: 200, data: { is_auto_message_recruit: true } };
  await show({ provider: ["twitter"] });
  await pressSwitch();
  expect(page.calls[0]).toMatchObject({
    name: "putAutoMessageRecruit",
    body: { is_auto_message_recruit: true },
  });
  expect(findSwitch().checked).toBe(true);
});

test("TALK-30 a weekly request that can't be saved shows a toast, and the switch goes back", async () => {
  reply = { status: 500, data: null };
  await show({ provider: ["twitter"] });
  await pressSwitch();
  await screen.findByText(t("modals.update_fail"));
  await waitFor(() => expect(findSwitch().checked).toBe(false));
});

test("TALK-30 without a linked X, the weekly request leads to the setting that links it", async () => {
  await show({});
  expect(screen.queryByRole("switch")).toBeNull();
  expect(screen.getByRole("link", { name: "Link X" }).getAttribute("href")).toBe("/en/stg?tab=sns");
});

test("TALK-30 an account that receives no messages is told where to turn them on", async () => {
  await show({ is_receive_dm: false });
  expect(screen.getByRole("link", { name: "settings" }).getAttribute("href")).toBe(
    "/en/stg#messages",
  );
});
