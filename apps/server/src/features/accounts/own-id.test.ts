import { getCurrentUser, login, register } from "@toibako/contract/accounts.ts";
import { postPasswordReset } from "@toibako/contract/passwords.ts";
import { people } from "@toibako/sandbox/people.ts";
import { expect, test } from "vitest";
import { openProviderSite } from "#platform/testing/providers.ts";

const site = await openProviderSite({ has_own_id: false, smtp_url: "smtp://127.0.0.1:1" });

test("AUTH-08 if `has_own_id` is off, nobody can register, log in or reset a password, but people can sign in with a provider", async () => {
  const browser = site.openBrowser("en");
  const credentials = { account: "yui", password: "a long enough password" };
  const refusals = [
    await browser.send(register, { body: { ...credentials, locale: "en" } }),
    await browser.send(login, { body: credentials }),
    await browser.send(postPasswordReset, { body: { account_or_email: "yui" } }),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404]);
  await site.signInWithProvider(browser, "google", people[0]?.subject);
  expect((await browser.send(getCurrentUser, {})).status).toBe(200);
});
