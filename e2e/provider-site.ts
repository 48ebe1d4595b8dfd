import type { Page } from "@playwright/test";
import {
  createProviderEnvironment,
  type SandboxProviders,
  startProviders,
} from "@toibako/sandbox/providers.ts";
import { openPage, waitUntilHydrated } from "./fixture.ts";
import { openSecondSite } from "./second-site.ts";
import { en } from "./texts.ts";

export const appLinkUrl = "https://app.example/toibako";

/** Starts a site that is connected to the sandbox's providers. */
export async function openProviderSite(
  address: string,
  environment: Record<string, string> = {},
): Promise<{ sandbox: SandboxProviders; stop: () => Promise<void> }> {
  const sandbox = await startProviders({ public_url: address });
  const stopSite = await openSecondSite(address, {
    ...createProviderEnvironment(sandbox),
    LIMIT_FACTOR: "0",
    APP_LINK_URL: appLinkUrl,
    ...environment,
  });
  const stop = async () => {
    await stopSite();
    await sandbox.close();
  };
  return { sandbox, stop };
}

/** Chooses a person on the provider's sign-in page, or cancels if `name` is undefined. */
export async function choosePerson(page: Page, name: string | undefined) {
  await page.waitForURL(/\/interaction\//);
  await page.getByRole("button", { name: name ?? "Cancel" }).click();
}

/** Links a provider in the settings, and signs in there as the person `name` of the sandbox. */
export async function linkProvider(page: Page, provider: string, name: string) {
  await openPage(page, "/en/stg?tab=sns");
  await page.getByRole("button", { name: en("accounts.link_to", { provider }) }).click();
  await choosePerson(page, name);
  await page.waitForURL(/\/en\/stg\?tab=sns$/);
  await waitUntilHydrated(page);
}
