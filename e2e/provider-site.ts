import {
  createProviderEnvironment,
  type SandboxProviders,
  startProviders,
} from "@toibako/sandbox/providers.ts";
import { getSiteAddress, openSecondSite } from "./second-site.ts";

/** The address of the site with providers; the main site has none. */
export const providerSite = getSiteAddress(1);
export const appLinkUrl = "https://app.example/toibako";

/** Starts a site that is connected to the sandbox's providers; by default the one at `providerSite`. */
export async function openProviderSite(
  address = providerSite,
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
