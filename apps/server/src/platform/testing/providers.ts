import { tmpdir } from "node:os";
import type { Provider } from "@toibako/contract/accounts.ts";
import { visitProvider } from "@toibako/sandbox/person.ts";
import {
  createProviderEnvironment,
  type SandboxOptions,
  startProviders,
} from "@toibako/sandbox/providers.ts";
import { afterAll } from "vitest";
import { formType } from "#platform/http/forms.ts";
import { type Config, loadConfig } from "../config.ts";
import type { Browser, Reply } from "./browser.ts";
import { openSite } from "./site.ts";

export interface ProviderVisitFields {
  locale?: string;
  time_zone?: string;
  link?: string;
  confirm?: string;
  next?: string;
}

/** Opens a site that is connected to every provider of the sandbox. */
export async function openProviderSite(
  overrides: Partial<Config> = {},
  options: Pick<SandboxOptions, "otherPeople"> = {},
) {
  const sandbox = await startProviders({ public_url: "http://localhost:3000", ...options });
  afterAll(() => sandbox.close());
  const { provider_keys } = loadConfig({
    DATA_DIR: tmpdir(),
    ...createProviderEnvironment(sandbox),
  });
  const site = await openSite({ provider_keys, ...overrides });

  /** Submits the form of a provider's button; the reply redirects the browser to the provider. */
  const start = (browser: Browser, provider: Provider, fields: ProviderVisitFields = {}) =>
    sendForm(browser, `/auth/${provider}`, { authenticity_token: browser.token, ...fields });

  /** Opens the address to which the provider redirects the browser. */
  const followRedirect = (browser: Browser, address: string) => {
    const { pathname, search } = new URL(address);
    return browser.sendRaw("GET", pathname + search, undefined, { "x-csrf-token": undefined });
  };

  return {
    ...site,
    sandbox,
    start,
    followRedirect,
    /**
     * Goes through the whole sign-in as a person of the sandbox; returns the site's last reply.
     * Without a subject, the person cancels.
     */
    signInWithProvider: async (
      browser: Browser,
      provider: Provider,
      subject: string | undefined,
      fields: ProviderVisitFields = {},
    ) => {
      const { location = "" } = await start(browser, provider, fields);
      return followRedirect(browser, await visitProvider(location, subject));
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
  const formHeaders = { "content-type": formType, "x-csrf-token": undefined };
  return browser.sendRaw("POST", url, body, { ...formHeaders, ...headers });
}
