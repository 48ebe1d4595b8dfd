import {
  createProviderEnvironment,
  type SandboxProviders,
  startProviders,
} from "@toibako/sandbox/providers.ts";
import { getSiteAddress, openSecondSite } from "./second-site.ts";

/** The address of the site with providers; the main site has none. */
export const providerSite = getSiteAddress(1);
export const appLinkUrl = "https://app.example/toibako";

/** Starts a second site that is connected to the sandbox's providers. */
export async function openProviderSite(): Promise<{
  sandbox: SandboxProviders;
  stop: () => Promise<void>;
}> {
  const sandbox = await startProviders({ public_url: providerSite });
  const stopSite = await openSecondSite(providerSite, {
    ...createProviderEnvironment(sandbox),
    LIMIT_FACTOR: "0",
    APP_LINK_URL: appLinkUrl,
  });
  const stop = async () => {
    await stopSite();
    await sandbox.close();
  };
  return { sandbox, stop };
}
