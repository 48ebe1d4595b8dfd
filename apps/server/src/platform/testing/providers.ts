import { tmpdir } from "node:os";
import type { Provider } from "@toibako/contract/accounts.ts";
import { createNetworkEnvironment, startNetworks } from "@toibako/sandbox/networks.ts";
import { visitNetwork } from "@toibako/sandbox/person.ts";
import { afterAll } from "vitest";
import { formType } from "#platform/http/forms.ts";
import { type Config, loadConfig } from "../config.ts";
import type { Browser, Reply } from "./browser.ts";
import { openSite } from "./site.ts";

export interface LoginFields {
  locale?: string;
  link?: string;
  next?: string;
}

/** A site to which every provider of the sandbox is open. */
export async function openProviderSite(overrides: Partial<Config> = {}) {
  const sandbox = await startNetworks({ public_url: "http://localhost:3000" });
  afterAll(() => sandbox.close());
  const { provider_keys } = loadConfig({
    DATA_DIR: tmpdir(),
    ...createNetworkEnvironment(sandbox),
  });
  const site = await openSite({ provider_keys, ...overrides });

  /** Presses the button of a page: answers where the browser is sent. */
  const start = (browser: Browser, provider: Provider, fields: LoginFields = {}) =>
    sendForm(browser, `/auth/${provider}`, { authenticity_token: browser.token, ...fields });

  /** Opens the address by which somebody comes back. */
  const arrive = (browser: Browser, address: string) => {
    const { pathname, search } = new URL(address);
    return browser.raw("GET", pathname + search, undefined, { "x-csrf-token": undefined });
  };

  return {
    ...site,
    sandbox,
    start,
    arrive,
    /** All of the way as somebody of the sandbox; answers how the site received them. */
    enter: async (
      browser: Browser,
      provider: Provider,
      subject: string | undefined,
      fields: LoginFields = {},
    ) => {
      const { location = "" } = await start(browser, provider, fields);
      return arrive(browser, await visitNetwork(location, subject));
    },
  };
}

export function sendForm(
  browser: Browser,
  url: string,
  fields: object,
  headers: Record<string, string | undefined> = {},
): Promise<Reply<null>> {
  const body = new URLSearchParams({ ...fields }).toString();
  const own = { "content-type": formType, "x-csrf-token": undefined };
  return browser.raw("POST", url, body, { ...own, ...headers });
}
