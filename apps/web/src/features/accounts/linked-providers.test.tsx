// @vitest-environment happy-dom

import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { getTexts } from "#lib/i18n/texts.tsx";
import { openPage, press } from "#lib/testing/page.tsx";
import { LinkedProviders } from "./components/linked-providers.tsx";

afterEach(cleanup);

test("START-18 if the linked providers can't be read, the settings say so instead of calling them not linked", async () => {
  const page = await openPage();
  const { t } = getTexts("en");
  page.reply = async () => ({ status: 500, data: null });
  await act(async () => page.show(<LinkedProviders providers={["twitter"]} />));
  expect(screen.getByText(t("onboarding.network_error"))).toBeTruthy();
  expect(screen.queryByText(t("accounts.not_linked"))).toBeNull();
  const identity = { provider: "twitter", nickname: "yui", has_picture: false, may_unlink: true };
  page.reply = async () => ({ status: 200, data: { identities: [identity] } });
  await press("Try again");
  expect(screen.getByText(t("accounts.linked_as", { nickname: "yui" }))).toBeTruthy();
  expect(screen.queryByText(t("onboarding.network_error"))).toBeNull();
});
