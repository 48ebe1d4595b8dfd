import { getCurrentUser } from "@toibako/contract/accounts.ts";
import { people } from "@toibako/sandbox/people.ts";
import { visitProvider } from "@toibako/sandbox/person.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openProviderSite } from "#platform/testing/providers.ts";

const site = await openProviderSite();
const { start, followRedirect } = site;
const [mina = "", sora = ""] = people.map(({ subject }) => subject);

/** Returns a browser that has visited a provider, and the callback address to which the provider redirects it. */
async function visit(subject = mina, provider: "google" | "twitter" = "google") {
  const browser = site.openBrowser("en");
  const { location = "" } = await start(browser, provider, { locale: "en" });
  return { browser, address: await visitProvider(location, subject) };
}

function changeQuery(address: string, values: Record<string, string | null>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(values)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.href;
}

async function expectRefusal(browser: Browser, address: string, message: string) {
  const reply = await followRedirect(browser, address);
  expect([reply.status, reply.location]).toEqual([303, `/en/acc/login?notice=${message}`]);
  expect(browser.cookies.has("__Host-session")).toBe(false);
  expect((await browser.send(getCurrentUser, {})).status).toBe(202);
}

test.each([
  ["no state", { state: null }],
  ["an empty state", { state: "" }],
  ["an unknown state", { state: "A".repeat(43) }],
])(
  "AUTH-10 returning with %s is refused, and the request can still be completed",
  async (_, values) => {
    const { browser, address } = await visit();
    await expectRefusal(browser, changeQuery(address, values), "social_expired");
    // The first case creates the account, the others sign in to it.
    expect((await followRedirect(browser, address)).location).toMatch(/^\/en\/me\/(setup|home)$/);
  },
);

test("AUTH-10 a state can be used once", async () => {
  const { browser, address } = await visit();
  const cookies = new Map(browser.cookies);
  await followRedirect(browser, address);
  const replaying = site.openBrowser("en");
  for (const [name, value] of cookies) replaying.cookies.set(name, value);
  await expectRefusal(replaying, address, "social_expired");
});

test("AUTH-10 a callback address doesn't sign in another browser", async () => {
  const { address } = await visit();
  await expectRefusal(site.openBrowser("en"), address, "social_expired");
  const victim = await visit(sora);
  await expectRefusal(victim.browser, address, "social_expired");
});

test("AUTH-10 a state of one provider is refused at the callback of another provider", async () => {
  const { browser, address } = await visit();
  await expectRefusal(
    browser,
    address.replace("/auth/google/", "/auth/twitter/"),
    "social_expired",
  );
});

test("AUTH-10 a callback with a code of another provider, another issuer or no issuer is refused", async () => {
  const attacked = await visit();
  const other = await visit(sora, "twitter");
  const stolen = new URL(other.address).searchParams;
  const mixed = changeQuery(attacked.address, { code: stolen.get("code") });
  await expectRefusal(attacked.browser, mixed, "social_failed");
  const withOtherIssuer = await visit();
  const issuer = { iss: site.sandbox.getIssuer("twitter") };
  await expectRefusal(
    withOtherIssuer.browser,
    changeQuery(withOtherIssuer.address, issuer),
    "social_failed",
  );
  const withoutIssuer = await visit();
  await expectRefusal(
    withoutIssuer.browser,
    changeQuery(withoutIssuer.address, { iss: null }),
    "social_failed",
  );
});

test("AUTH-10 a used code, or a code of another browser's request, is refused", async () => {
  const first = await visit();
  const code = new URL(first.address).searchParams.get("code");
  const second = await visit(sora);
  // The provider refuses the code, because the second request has another PKCE verifier.
  await expectRefusal(second.browser, changeQuery(second.address, { code }), "social_failed");
  const third = await visit();
  const used = new URL(third.address).searchParams.get("code");
  await followRedirect(third.browser, third.address);
  const fourth = await visit();
  await expectRefusal(fourth.browser, changeQuery(fourth.address, { code: used }), "social_failed");
});

test("AUTH-10 an ID token with another nonce is refused", async () => {
  const { browser, address } = await visit();
  await site.services.database.executeSql("update social_starts set nonce = 'another'");
  await expectRefusal(browser, address, "social_failed");
});

test("AUTH-10 returning after the request expired is refused", async () => {
  const { browser, address } = await visit();
  await site.services.database.executeSql("update social_starts set expires_at = now()");
  await expectRefusal(browser, address, "social_expired");
});
