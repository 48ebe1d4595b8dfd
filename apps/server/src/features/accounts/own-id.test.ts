import {
  deleteIdentity,
  getCurrentUser,
  listIdentities,
  login,
  register,
} from "@toibako/contract/accounts.ts";
import { addPasskey, getFactors, removePasskey, startPasskey } from "@toibako/contract/factors.ts";
import { postPasswordReset, putPassword } from "@toibako/contract/passwords.ts";
import { people } from "@toibako/sandbox/people.ts";
import { expect, test } from "vitest";
import { Authenticator } from "#platform/testing/authenticator.ts";
import { openProviderSite } from "#platform/testing/providers.ts";
import { sql } from "#platform/testing/sql.ts";

// `has_own_id` is off: nobody can sign in with a handle and a password.
const site = await openProviderSite({ has_own_id: false, smtp_url: "smtp://127.0.0.1:1" });

test("AUTH-08 if `has_own_id` is off, nobody can register, sign in with a password or reset a password, but people can sign in with a provider", async () => {
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

test("AUTH-08 where own ids are off, nobody can set a first password", async () => {
  const browser = site.openBrowser("en");
  await site.signInWithProvider(browser, "google", people[1]?.subject);
  const set = await browser.send(putPassword, { body: { password: "a long enough password" } });
  expect(set.status).toBe(404);
});

test("AUTH-08 SET-03 AUTH-24 where own ids are off, neither a password nor a provider without keys is a way to sign in", async () => {
  const { config, db } = site.services;
  const browser = site.openBrowser("en");
  await site.signInWithProvider(browser, "google", people[2]?.subject);
  await site.signInWithProvider(browser, "facebook", people[2]?.subject, { link: "1" });
  delete config.provider_keys.facebook;
  await sql`
    update users set password_hash = 'of a time when own ids were on'
    where pk = (select user_pk from identities where provider = 'facebook')`.execute(db);
  const findIdentities = async () => (await browser.send(listIdentities, {})).data.identities;
  const unlink = () => browser.send(deleteIdentity, { params: { provider: "google" } });
  expect(
    (await findIdentities()).map((identity) => [identity.provider, identity.may_unlink]),
  ).toEqual([
    ["facebook", true],
    ["google", false],
  ]);
  expect((await unlink()).error?.code).toBe("refused");

  const { data } = await browser.send(startPasskey, {});
  const { origin } = new URL(config.public_url);
  const credential = new Authenticator(origin).createPasskey(data.options);
  const added = await browser.send(addPasskey, { body: { name: "My phone", credential } });
  expect((await unlink()).status).toBe(204);
  const { factors } = (await browser.send(getFactors, {})).data;
  expect(factors.passkeys.map(({ may_remove }) => may_remove)).toEqual([false]);
  const removed = await browser.send(removePasskey, { params: { id: added.data.passkey.id } });
  expect(removed.error?.code).toBe("refused");
});
