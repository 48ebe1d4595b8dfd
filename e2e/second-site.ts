import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { openEmbedded } from "../apps/server/src/platform/database/db-embedded.ts";
import { createStopper, serverFlags, waitUntilReady } from "../scripts/child.ts";

type Database = Awaited<ReturnType<typeof openEmbedded>>;

/** The specs that start a site of their own. The place in this list decides the port. */
const sites = [
  "providers",
  "proof-of-work",
  "mails",
  "passwordless",
  "followers-on-x",
  "email-reminder",
  "own-id",
  "payment",
  "payment-stripe",
  "staff",
  "staff-seals",
  "staff-people",
  "room-views",
  "ads-hostile",
  "ads-network",
  // The sites that the journeys of contents share, one for each worker.
  "contents-0",
  "contents-1",
  "topology",
];

/**
 * Returns the address of a further site, named by the file of its spec or as in the list. Its port is after the main
 * site's, and no other site has it, so that specs can run at the same time.
 */
export function getSiteAddress(file: string): string {
  const index = sites.indexOf(basename(file, ".spec.ts"));
  if (index < 0) throw new Error(`${file} is missing in the list of second-site.ts`);
  return `http://localhost:${Number(process.env.E2E_PORT ?? 4599) + 1 + index}`;
}

/** Starts a site with its own environment on the embedded database; returns a function that stops it. */
export async function openSecondSite(
  address: string,
  environment: Record<string, string>,
): Promise<() => Promise<void>> {
  const data = mkdtempSync(join(tmpdir(), "toibako-e2e-second-"));
  const { DATABASE_URL: _, REDIS_URL: __, ...env } = process.env;
  const main = join(import.meta.dirname, "../apps/server/src/main.ts");
  const child = spawn(process.execPath, [...serverFlags, main], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...env,
      NODE_ENV: "production",
      PORT: new URL(address).port,
      PUBLIC_URL: address,
      DATA_DIR: data,
      LOG_LEVEL: "warn",
      ...environment,
    },
  });
  const stopProcess = createStopper(child, "SIGTERM");
  await waitUntilReady(address, child, async () => {
    const reply = await fetch(`${address}/readyz`).catch(() => undefined);
    return reply?.ok === true;
  });
  return async () => {
    await stopProcess();
    rmSync(data, { recursive: true, force: true });
  };
}

/** A site whose data can be changed while it is stopped. */
export interface ChangeableSite {
  data_dir: string;
  /** Stops the site, changes its data, and starts it again. */
  whileStopped<T>(change: (data_dir: string) => T | Promise<T>): Promise<T>;
  /** Stops the site and deletes its data. */
  close(): Promise<void>;
}

/** Starts a further site with a data folder of its own. */
export async function openChangeableSite(
  address: string,
  environment: Record<string, string>,
): Promise<ChangeableSite> {
  const data_dir = mkdtempSync(join(tmpdir(), "toibako-e2e-data-"));
  const start = () =>
    openSecondSite(address, { LIMIT_FACTOR: "0", ...environment, DATA_DIR: data_dir });
  let stop = await start();
  return {
    data_dir,
    async whileStopped(change) {
      await stop();
      const result = await change(data_dir);
      stop = await start();
      return result;
    },
    async close() {
      await stop();
      rmSync(data_dir, { recursive: true, force: true });
    },
  };
}

/** Changes the embedded database of a stopped site. */
export async function changeDatabase(
  data_dir: string,
  change: (executeSql: Database["executeSql"]) => Promise<void>,
): Promise<void> {
  const database = await openEmbedded(data_dir);
  await change(database.executeSql);
  await database.close();
}
