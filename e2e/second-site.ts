import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createStopper, serverFlags, waitUntilReady } from "../scripts/child.ts";

/**
 * Returns the address of a further site, whose port is the main site's port plus `number`. Each file that
 * starts a site has its own number, so that files can run at the same time.
 */
export function getSiteAddress(number: number): string {
  return `http://localhost:${Number(process.env.E2E_PORT ?? 4599) + number}`;
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
