// @vitest-environment happy-dom

import { act, cleanup, screen } from "@testing-library/react";
import type { Provider } from "@toibako/contract/accounts.ts";
import { expect, test } from "vitest";
import { getTexts } from "#lib/i18n/texts.tsx";
import { bareSite, type Site } from "#lib/page/router-context.ts";
import { openPage, press } from "#lib/testing/page.tsx";
import { LinkedProviders, useLinkedText } from "./components/linked-providers.tsx";

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

/** Shows the row of X, which is the only linked provider and can't be unlinked. */
async function showOnlyProvider(site: Partial<Site>) {
  const page = await openPage({ ...bareSite, ...site });
  const identity = { provider: "twitter", nickname: "yui", has_picture: false, may_unlink: false };
  page.reply = async () => ({ status: 200, data: { identities: [identity] } });
  await act(async () => page.show(<LinkedProviders providers={["twitter"]} />));
}

test("SET-17 the row of an account's only way to log in says what to do before it can be unlinked", async () => {
  const { t } = getTexts("en");
  await showOnlyProvider({ providers: ["twitter"] });
  const needed = `${t("accounts.only_way_in")} ${t("accounts.unlink_needs_password")}`;
  expect(screen.getByText(needed)).toBeTruthy();
});

test("SET-17 the row of a provider that is no longer offered doesn't call it a way to log in", async () => {
  const { t } = getTexts("en");
  await showOnlyProvider({ providers: [] });
  const gone = t("accounts.no_way_in", { provider: t("accounts.provider_twitter") });
  expect(screen.getByText(`${gone} ${t("accounts.unlink_needs_password")}`)).toBeTruthy();
  expect(screen.queryByText(t("accounts.only_way_in"), { exact: false })).toBeNull();
});

test("SET-17 without handles and passwords, the row asks for a passkey", async () => {
  const { t } = getTexts("en");
  await showOnlyProvider({ providers: ["twitter"], has_own_id: false });
  expect(screen.getByText(t("accounts.unlink_needs_passkey"), { exact: false })).toBeTruthy();
});

function LinkedText({ providers }: { providers: readonly Provider[] }) {
  return useLinkedText(providers);
}

test("SET-17 the text about linked services names only those with which one can log in", async () => {
  const { t } = getTexts("en");
  const page = await openPage({ ...bareSite, providers: ["facebook", "instagram"] });
  page.show(<LinkedText providers={["twitter", "facebook", "instagram"]} />);
  expect(screen.getByText(t("accounts.linked_text", { providers: "Facebook" }))).toBeTruthy();
  cleanup();
  page.show(<LinkedText providers={["instagram"]} />);
  expect(screen.getByText(t("accounts.linked_text_without_sign_in"))).toBeTruthy();
});
