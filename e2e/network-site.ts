import {
  createNetworkEnvironment,
  type SandboxNetworks,
  startNetworks,
} from "@toibako/sandbox/networks.ts";
import { getSiteAddress, openSecondSite } from "./second-site.ts";

/** The address of the site with networks; the main site has none. */
export const networkSite = getSiteAddress(1);
export const appLinkUrl = "https://app.example/toibako";

/** Starts a second site that is connected to the sandbox's networks. */
export async function openNetworkSite(): Promise<{
  sandbox: SandboxNetworks;
  stop: () => Promise<void>;
}> {
  const sandbox = await startNetworks({ public_url: networkSite });
  const stopSite = await openSecondSite(networkSite, {
    ...createNetworkEnvironment(sandbox),
    LIMIT_FACTOR: "0",
    APP_LINK_URL: appLinkUrl,
  });
  const stop = async () => {
    await stopSite();
    await sandbox.close();
  };
  return { sandbox, stop };
}
