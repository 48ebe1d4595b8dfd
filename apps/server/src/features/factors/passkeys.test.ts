import { getCurrentUser, login, logout } from "@toibako/contract/accounts.ts";
import {
  addPasskey,
  confirmIdentityByPasskey,
  createPasskeyChallenge,
  getFactors,
  loginByPasskey,
  maxPasskeys,
  type NewCredential,
  passkeyNameLimit,
  removePasskey,
  removePassword,
  renamePasskey,
  startPasskey,
  startTotp,
} from "@toibako/contract/factors.ts";
import { leaveAccount, restoreLeftAccount } from "@toibako/contract/leaving.ts";
import { expect, test } from "vitest";
import { Authenticator } from "#platform/testing/authenticator.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { sql } from "#platform/testing/sql.ts";

const site = await openSite();
const { origin } = new URL(site.services.config.public_url);

async function addPasskeyTo(
  person: Browser,
  name = "My phone",
  authenticator = new Authenticator(origin),
) {
  const { data } = await person.send(startPasskey, {});
  const credential = authenticator.createPasskey(data.options);
  const added = await person.send(addPasskey, { body: { name, credential } });
  return { authenticator, added, credential, options: data.options };
}

async function getChallenge(browser: Browser) {
  return (await browser.send(createPasskeyChallenge, {})).data.options;
}

async function signIn(browser: Browser, authenticator: Authenticator) {
  const credential = authenticator.signChallenge(await getChallenge(browser));
  return browser.send(loginByPasskey, { body: { credential } });
}

const findFactors = async (person: Browser) => (await person.send(getFactors, {})).data.factors;

// The library would verify these certificates, and fetch the lists of revoked ones from the addresses in them.
test("AUTH-24 the certificates of a passkey's attestation are not verified", async () => {
  const aoi = await site.registerPerson("aoi_9");
  const statement = { alg: -7, sig: new Uint8Array(64), x5c: [new Uint8Array(300)] };
  for (const format of ["android-key", "packed", "tpm", "apple"]) {
    const authenticator = new Authenticator(origin);
    authenticator.attestation = [format, new Map(Object.entries(statement))];
    const { added } = await addPasskeyTo(aoi, format, authenticator);
    expect(added.status, format).toBe(201);
    expect((await signIn(site.openBrowser(), authenticator)).status, format).toBe(200);
  }
});

test("AUTH-24 a passkey is added, named, renamed and removed", async () => {
  const yui = await site.registerPerson("yui");
  const { added, options } = await addPasskeyTo(yui);
  expect(options.authenticatorSelection).toMatchObject({
    residentKey: "required",
    userVerification: "required",
  });
  expect(added.status).toBe(201);
  const { id } = added.data.passkey;
  expect(added.data.passkey).toMatchObject({
    name: "My phone",
    formatted_used_on: null,
    may_remove: true,
  });
  const params = { id };
  expect((await yui.send(renamePasskey, { params, body: { name: "電話" } })).status).toBe(204);
  expect((await yui.send(renamePasskey, { params, body: { name: " " } })).status).toBe(400);
  expect((await findFactors(yui)).passkeys.map(({ name }) => name)).toEqual(["電話"]);
  const longest = "x".repeat(passkeyNameLimit);
  expect((await yui.send(renamePasskey, { params, body: { name: `${longest}x` } })).status).toBe(
    400,
  );
  const name = " <b>old</b>\r\n\u202ephone ";
  expect((await yui.send(renamePasskey, { params, body: { name } })).status).toBe(204);
  expect((await findFactors(yui)).passkeys[0]?.name).toBe("<b>old</b> phone");
  const other = await site.registerPerson("kenta");
  expect((await other.send(renamePasskey, { params, body: { name: "x" } })).status).toBe(404);
  expect((await other.send(removePasskey, { params })).status).toBe(404);
  expect((await yui.send(removePasskey, { params })).status).toBe(204);
  expect((await findFactors(yui)).passkeys).toEqual([]);
});

test("AUTH-24 a passkey signs in without a password and without a code", async () => {
  const mina = await site.registerPerson("mina");
  const { authenticator } = await addPasskeyTo(mina);
  const browser = site.openBrowser();
  const signedIn = await signIn(browser, authenticator);
  expect(signedIn).toMatchObject({ status: 200, data: { user: { account: "mina" } } });
  expect((await browser.send(getCurrentUser, {})).status).toBe(200);
  expect((await findFactors(browser)).passkeys[0]?.formatted_used_on).not.toBeNull();
});

test("AUTH-24 a signature is accepted once, only on the browser of its challenge, for this site and with user verification", async () => {
  const rin = await site.registerPerson("rin");
  const { authenticator } = await addPasskeyTo(rin);
  const browser = site.openBrowser();
  const credential = authenticator.signChallenge(await getChallenge(browser));
  const outcomes: unknown[] = [];
  const send = async (browser: Browser, sentCredential = credential) => {
    const { status, error } = await browser.send(loginByPasskey, {
      body: { credential: sentCredential },
    });
    outcomes.push([status, error?.code]);
    return status;
  };
  await send(site.openBrowser());
  expect(await send(browser)).toBe(200);
  await browser.send(logout, {});
  await send(browser);
  // A copied authenticator has a lower signature counter.
  authenticator.signatures_count = 0;
  await send(browser, authenticator.signChallenge(await getChallenge(browser)));
  authenticator.signatures_count = 10;
  authenticator.origin = "https://evil.example";
  await send(browser, authenticator.signChallenge(await getChallenge(browser)));
  authenticator.origin = origin;
  authenticator.verifiesUser = false;
  await send(browser, authenticator.signChallenge(await getChallenge(browser)));
  authenticator.verifiesUser = true;
  await send(browser, {
    ...authenticator.signChallenge(await getChallenge(browser)),
    signature: "AAAA",
  });
  // After 30 days a left account can't be restored.
  await sql`update users set left_at = now() - interval '31 days' where account = 'rin'`.execute(
    site.services.db,
  );
  await send(browser, authenticator.signChallenge(await getChallenge(browser)));
  await send(browser, new Authenticator(origin).signChallenge(await getChallenge(browser)));
  const refusal = [422, "wrong_passkey"];
  const unknown = [422, "unknown_passkey"];
  expect(outcomes).toEqual([
    refusal,
    [200, undefined],
    ...Array(5).fill(refusal),
    ...Array(2).fill(unknown),
  ]);
});

test("AUTH-24 SET-24 a sign-in by passkey to a left account offers to restore the account", async () => {
  const ren = await site.registerPerson("ren");
  const { authenticator } = await addPasskeyTo(ren);
  await ren.send(leaveAccount, {});
  const browser = site.openBrowser();
  const used = await signIn(browser, authenticator);
  expect([used.status, used.data]).toEqual([202, { next_step: "return" }]);
  // The status 202 means that nobody is signed in.
  expect((await browser.send(getCurrentUser, {})).status).toBe(202);
  expect((await browser.send(restoreLeftAccount, {})).status).toBe(204);
  expect((await browser.send(getCurrentUser, {})).status).toBe(200);
});

test("AUTH-24 a passkey of another account, or one that was removed, has a message of its own", async () => {
  const [aya, ben] = [await site.registerPerson("aya"), await site.registerPerson("ben")];
  const { authenticator, added } = await addPasskeyTo(aya);
  const confirm = async (person: Browser) => {
    const credential = authenticator.signChallenge(await getChallenge(person));
    return (await person.send(confirmIdentityByPasskey, { body: { credential } })).error;
  };
  const code = "foreign_passkey";
  expect(await confirm(ben)).toMatchObject({ code, messages: [expect.stringContaining("別の")] });
  expect(await confirm(aya)).toBeUndefined();
  expect((await addPasskeyTo(ben, "x", authenticator)).added.error).toMatchObject({ code });
  await aya.send(removePasskey, { params: { id: added.data.passkey.id } });
  expect(await confirm(aya)).toMatchObject({ code });
  expect((await signIn(site.openBrowser(), authenticator)).error?.code).toBe("unknown_passkey");
});

test("AUTH-24 a passkey can be added only with a challenge for the same account and browser", async () => {
  const hana = await site.registerPerson("hana");
  const sora = await site.registerPerson("sora");
  const { data } = await hana.send(startPasskey, {});
  const credential = new Authenticator(origin).createPasskey(data.options);
  const stolen = await sora.send(addPasskey, { body: { name: "x", credential } });
  expect([stolen.status, stolen.error?.code]).toEqual([422, "wrong_passkey"]);
  expect((await hana.send(addPasskey, { body: { name: "x", credential } })).status).toBe(201);
  expect((await hana.send(addPasskey, { body: { name: "x", credential } })).status).toBe(422);
  hana.cookies.delete("__Host-confirmed");
  expect((await hana.send(startPasskey, {})).error?.code).toBe("confirmation_needed");
});

test("AUTH-24 passkeys that are added simultaneously don't exceed the maximum", async () => {
  const hoshi = await site.registerPerson("hoshi");
  const credentials: NewCredential[] = [];
  for (let index = 0; index < maxPasskeys + 10; index++) {
    const { data } = await hoshi.send(startPasskey, {});
    credentials.push(new Authenticator(origin).createPasskey(data.options));
  }
  const replies = await Promise.all(
    credentials.map((credential) =>
      hoshi.send(addPasskey, { body: { name: "My phone", credential } }),
    ),
  );
  const added = replies.filter(({ status }) => status === 201);
  expect(added).toHaveLength(maxPasskeys);
  expect((await findFactors(hoshi)).passkeys).toHaveLength(maxPasskeys);
});

test("AUTH-24 an account with a passkey can remove its password; then it can't remove the last passkey", async () => {
  const kai = await site.registerPerson("kai");
  expect((await kai.send(removePassword, {})).status).toBe(422);
  const { authenticator, added } = await addPasskeyTo(kai);
  expect((await kai.send(removePassword, {})).status).toBe(204);
  const refused = await site.openBrowser().send(login, { body: { account: "kai", password } });
  expect(refused.status).toBe(401);
  expect((await signIn(site.openBrowser(), authenticator)).status).toBe(200);
  const params = { id: added.data.passkey.id };
  expect((await kai.send(removePasskey, { params })).status).toBe(422);
  expect(await findFactors(kai)).toMatchObject({
    has_password: false,
    passkeys: [{ may_remove: false }],
  });
});

test("AUTH-24 simultaneous removals of the password and the passkey keep one of them", async () => {
  const aki = await site.registerPerson("aki");
  const { added } = await addPasskeyTo(aki);
  const params = { id: added.data.passkey.id };
  const replies = await Promise.all([
    aki.send(removePassword, {}),
    aki.send(removePasskey, { params }),
  ]);
  expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 422]);
});

test("AUTH-24 an identity confirmation needs a passkey of the same account", async () => {
  const mei = await site.registerPerson("mei");
  const { authenticator } = await addPasskeyTo(mei);
  const other = await site.registerPerson("other");
  const { authenticator: foreign } = await addPasskeyTo(other);
  mei.cookies.delete("__Host-confirmed");
  const confirmWith = async (device: Authenticator) =>
    mei.send(confirmIdentityByPasskey, {
      body: { credential: device.signChallenge(await getChallenge(mei)) },
    });
  expect((await confirmWith(foreign)).status).toBe(422);
  expect((await mei.send(startTotp, {})).status).toBe(403);
  expect((await confirmWith(authenticator)).status).toBe(204);
  expect((await mei.send(startTotp, {})).status).toBe(201);
});
