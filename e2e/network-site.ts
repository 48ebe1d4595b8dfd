import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  networkEnvironment,
  type SandboxNetworks,
  startNetworks,
} from "@toibako/sandbox/networks.ts";
import { answers, stopper } from "../scripts/child.ts";

const port = Number(process.env.E2E_PORT ?? 4599) + 1;

/** Where the site is that has networks; the journeys' other one has none. */
export const networkSite = `http://localhost:${port}`;
export const appLinkUrl = "https://app.example/toibako";

/** A second site, to which people can come from the sandbox's networks. */
export async function openNetworkSite(): Promise<{
  sandbox: SandboxNetworks;
  stop: () => Promise<void>;
}> {
  const sandbox = await startNetworks({ public_url: networkSite });
  const data = mkdtempSync(join(tmpdir(), "toibako-e2e-networks-"));
  const { DATABASE_URL: _, REDIS_URL: __, ...env } = process.env;
  const main = join(import.meta.dirname, "../apps/server/src/main.ts");
  const child = spawn(process.execPath, [main], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...env,
      ...networkEnvironment(sandbox),
      NODE_ENV: "production",
      PORT: String(port),
      PUBLIC_URL: networkSite,
      DATA_DIR: data,
      LIMIT_FACTOR: "0",
      LOG_LEVEL: "warn",
      APP_LINK_URL: appLinkUrl,
    },
  });
  const end = stopper(child, "SIGTERM");
  await answers("the site with networks", child, async () => {
    const reply = await fetch(`${networkSite}/readyz`).catch(() => undefined);
    return reply?.ok === true;
  });
  const stop = async () => {
    await end();
    await sandbox.close();
    rmSync(data, { recursive: true, force: true });
  };
  return { sandbox, stop };
}
