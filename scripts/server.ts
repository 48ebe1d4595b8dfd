import { spawn } from "node:child_process";
import { createStopper, serverFlags, waitUntilReady } from "./child.ts";
import { SECRET_KEY } from "./client.ts";

export interface StartedServer {
  pid: number;
  stop: () => Promise<void>;
}

interface ServerOptions {
  /** The signal that stops it. */
  signal?: NodeJS.Signals;
  /** The folder of another release. */
  folder?: string | undefined;
}

/**
 * Starts the built server on a port of this machine, and waits until it is ready. `env` has the rest of its configuration,
 * such as the addresses of its services.
 */
export async function startServer(
  port: number,
  env: Record<string, string>,
  { signal = "SIGTERM", folder = "." }: ServerOptions = {},
): Promise<StartedServer> {
  const child = spawn(process.execPath, [...serverFlags, "apps/server/src/main.ts"], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      LOG_LEVEL: "error",
      SECRET_KEY,
      HOST: "127.0.0.1",
      PORT: String(port),
      ...env,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const stop = createStopper(child, signal);
  await waitUntilReady("the site", child, () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return { pid: child.pid ?? 0, stop };
}
