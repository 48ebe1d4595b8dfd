import { getCurrentUser } from "@toibako/contract/accounts.ts";
import { people } from "@toibako/sandbox/people.ts";
import { visitNetwork } from "@toibako/sandbox/person.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openNetworkSite } from "#platform/testing/networks.ts";

const site = await openNetworkSite();
const { start, arrive } = site;
const [mina = "", sora = ""] = people.map(({ subject }) => subject);

/** A browser on its way back from a network, with the address by which it should come. */
async function onTheWay(subject = mina, provider: "google" | "twitter" = "google") {
  const browser = site.visitor("en");
  const { location = "" } = await start(browser, provider, { locale: "en" });
  return { browser, address: await visitNetwork(location, subject) };
}

function changed(address: string, values: Record<string, string | null>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(values)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.href;
}

async function refuses(browser: Browser, address: string, notice: string) {
  const back = await arrive(browser, address);
  expect([back.status, back.location]).toEqual([303, `/en/acc/login?notice=${notice}`]);
  expect(browser.cookies.has("__Host-session")).toBe(false);
  expect((await browser.send(getCurrentUser, {})).status).toBe(202);
}

test.each([
  ["no state", { state: null }],
  ["an empty state", { state: "" }],
  ["a state that nobody gave", { state: "A".repeat(43) }],
])(
  "AUTH-10 coming back with %s is refused, and takes nothing from the real one",
  async (_, values) => {
    const { browser, address } = await onTheWay();
    browser.locale = "en";
    await refuses(browser, changed(address, values), "social_expired");
    expect((await arrive(browser, address)).location).toBe("/en/me/home");
  },
);

test("AUTH-10 a state is good once", async () => {
  const { browser, address } = await onTheWay();
  const cookies = new Map(browser.cookies);
  await arrive(browser, address);
  const replaying = site.visitor("en");
  for (const [name, value] of cookies) replaying.cookies.set(name, value);
  await refuses(replaying, address, "social_expired");
});

test("AUTH-10 who is led to another's address of return does not become them", async () => {
  const { address } = await onTheWay();
  await refuses(site.visitor("en"), address, "social_expired");
  const victim = await onTheWay(sora);
  await refuses(victim.browser, address, "social_expired");
});

test("AUTH-10 a state of one network is worth nothing at another's address", async () => {
  const { browser, address } = await onTheWay();
  await refuses(browser, address.replace("/auth/google/", "/auth/twitter/"), "social_expired");
});

test("AUTH-10 a code of one network is not taken to another, whoever says so", async () => {
  const attacked = await onTheWay();
  const other = await onTheWay(sora, "twitter");
  const stolen = new URL(other.address).searchParams;
  const mixed = changed(attacked.address, { code: stolen.get("code") });
  await refuses(attacked.browser, mixed, "social_failed");
  const named = await onTheWay();
  const issuer = { iss: site.sandbox.issuer("twitter") };
  await refuses(named.browser, changed(named.address, issuer), "social_failed");
  const unnamed = await onTheWay();
  await refuses(unnamed.browser, changed(unnamed.address, { iss: null }), "social_failed");
});

test("AUTH-10 a code that was used, or that another browser's way earned, is refused", async () => {
  const first = await onTheWay();
  const code = new URL(first.address).searchParams.get("code");
  const second = await onTheWay(sora);
  // Its verifier is another one: that is what PKCE is for.
  await refuses(second.browser, changed(second.address, { code }), "social_failed");
  const third = await onTheWay();
  const used = new URL(third.address).searchParams.get("code");
  await arrive(third.browser, third.address);
  const fourth = await onTheWay();
  await refuses(fourth.browser, changed(fourth.address, { code: used }), "social_failed");
});

test("AUTH-10 a token for another way's nonce is refused", async () => {
  const { browser, address } = await onTheWay();
  await site.services.database.executeSql("update social_starts set nonce = 'another'");
  await refuses(browser, address, "social_failed");
});

test("AUTH-10 who comes back after ten minutes begins again", async () => {
  const { browser, address } = await onTheWay();
  await site.services.database.executeSql("update social_starts set expires_at = now()");
  await refuses(browser, address, "social_expired");
});
