import { spawn } from "node:child_process";
import { createStopper, serverFlags, waitUntilReady } from "./child.ts";
import { SECRET_KEY } from "./client.ts";

/**
 * Starts the built server on a port of this machine, waits until it is ready, and returns a function that stops it. `env`
 * has the rest of its configuration, such as the addresses of its services, and `signal` is that which stops it.
 */
export async function startServer(
  port: number,
  env: Record<string, string>,
  signal: NodeJS.Signals = "SIGTERM",
): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [...serverFlags, "apps/server/src/main.ts"], {
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
  return stop;
}
