import { register } from "@toibako/contract/accounts.ts";
import { people } from "@toibako/sandbox/people.ts";
import { visitProvider } from "@toibako/sandbox/person.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openProviderSite } from "#platform/testing/providers.ts";
import { password } from "#platform/testing/site.ts";

// Trusts a proxy, so that a header can set the address of each request.
const site = await openProviderSite({ limit_factor: 1, trust_proxy: ["127.0.0.1"] });
const [mina = ""] = people.map(({ subject }) => subject);

type Headers = Record<string, string>;
const createAddressHeader = (address: string): Headers => ({ "x-forwarded-for": address });

function registerFrom(address: string, account: string, browser = site.openBrowser()) {
  return browser.send(
    register,
    { body: { account, password, locale: "en" } },
    createAddressHeader(address),
  );
}

/** Returns a browser that has visited a provider, and the callback path to which the provider redirects it. */
async function visitProviderFrom(address: string) {
  const browser = site.openBrowser("en");
  const body = new URLSearchParams({ authenticity_token: browser.token, locale: "en" }).toString();
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    ...createAddressHeader(address),
  };
  const { location = "" } = await browser.sendRaw("POST", "/auth/google", body, headers);
  const { pathname, search } = new URL(await visitProvider(location, mina));
  return { browser, path: pathname + search };
}

function returnFromProvider(browser: Browser, path: string, address: string) {
  return browser.sendRaw("GET", path, undefined, {
    "x-csrf-token": undefined,
    ...createAddressHeader(address),
  });
}

test("SAFE-08 AUTH-02 AUTH-03 one network may register 20 accounts an hour; invalid and taken handles don't count", async () => {
  const network = "198.51.100.1";
  await registerFrom("198.51.100.5", "taken_1");
  const refusedHandles = ["a-b", "admin", "taken_1", "TAKEN_1"];
  // With the 21 accounts below these are 49 attempts, one fewer than a network may make in a quarter of an hour.
  for (let index = 0; index < 28; index++) {
    const { status } = await registerFrom(network, refusedHandles[index % 4] ?? "");
    expect(status).toBe(400);
  }
  const statuses: number[] = [];
  for (let index = 0; index < 21; index++) {
    statuses.push((await registerFrom(network, `new_${index}`)).status);
  }
  expect(statuses).toEqual([...Array(20).fill(201), 429]);
  expect((await registerFrom("198.51.100.2", "new_20")).status).toBe(201);
});

test("SAFE-08 AUTH-02 one network may try 50 handles in a quarter of an hour", async () => {
  await registerFrom("198.51.100.5", "taken_2");
  const network = "198.51.100.6";
  for (let index = 0; index < 50; index++) {
    const refused = await registerFrom(network, "taken_2", site.openBrowser("en"));
    expect(refused.error?.details).toEqual({
      account: ["This username is taken. Please choose another."],
    });
  }
  expect((await registerFrom(network, "taken_2")).status).toBe(429);
  expect((await registerFrom(network, "free_1")).status).toBe(429);
  expect((await registerFrom("198.51.100.7", "free_1")).status).toBe(201);
});

test("SAFE-08 AUTH-10 callbacks from a provider without a valid state don't count against the limit", async () => {
  const network = "198.51.100.3";
  const { browser, path } = await visitProviderFrom(network);
  const wrongState = `/auth/google/callback?code=a&state=${"A".repeat(43)}`;
  // 105 callbacks; 60 with a valid state would reach the limit.
  for (let index = 0; index < 35; index++) {
    // Another browser returns with the right state; this browser returns with a wrong state and without one.
    for (const [returning, callback] of [
      [site.openBrowser(), path],
      [browser, wrongState],
      [browser, "/auth/google/callback"],
    ] as const) {
      const { location } = await returnFromProvider(returning, callback, network);
      expect(location).toContain("notice=social_expired");
    }
  }
  expect((await returnFromProvider(browser, path, network)).location).toBe("/en/me/setup");
});

test("SAFE-08 AUTH-10 one network may make 60 callbacks with a valid state", async () => {
  const network = "198.51.100.4";
  const statuses: number[] = [];
  // Starts from several addresses, because one address may start fewer than 60 sign-ins at a provider.
  for (let index = 0; index < 61; index++) {
    const { browser, path } = await visitProviderFrom(`203.0.113.${index}`);
    statuses.push((await returnFromProvider(browser, path, network)).status);
  }
  expect(statuses).toEqual([...Array(60).fill(303), 429]);
});
