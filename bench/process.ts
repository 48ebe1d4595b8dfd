import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createStopper, serverFlags, waitUntilReady } from "../scripts/child.ts";
import { findFreePort, isPortOpen } from "../scripts/ports.ts";
import { secretKey } from "./people.ts";

/** A server process under load. */
export interface BenchProcess {
  url: string;
  pid: number | undefined;
  /** Seconds of CPU time of all its threads; NaN on systems other than Linux. */
  processorSeconds(): number;
  /** Its memory in megabytes; NaN on systems other than Linux. */
  residentMegabytes(): number;
  stop(): Promise<void>;
}

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Starts our server as `npm start` does, without rate limits; without a database, on the embedded one. `env` replaces
 * variables.
 */
export async function startServer(
  database?: string,
  env: Record<string, string> = {},
): Promise<BenchProcess> {
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), "toibako-bench-"));
  const target = await startProcess([...serverFlags, "apps/server/src/main.ts"], port, {
    NODE_ENV: "production",
    ROLE: "web",
    LIMIT_FACTOR: "0",
    LOG_LEVEL: "warn",
    HOST: "127.0.0.1",
    PORT: String(port),
    DATABASE_URL: database,
    REDIS_URL: undefined,
    DATA_DIR: folder,
    SECRET_KEY: secretKey,
    ...env,
  });
  const stop = async () => {
    await target.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...target, stop };
}

/**
 * Starts the bare server (bare.ts). `page` is the path of a file with a compressed page, which the server then sends for
 * every GET except the list of answers.
 */
export async function startBareServer(database: string, page?: string): Promise<BenchProcess> {
  const port = await findFreePort();
  const args = ["bench/bare.ts", String(port), database, ...(page ? [page] : [])];
  return startProcess(args, port, { NODE_ENV: "production" });
}

async function startProcess(
  args: string[],
  port: number,
  env: Record<string, string | undefined>,
): Promise<BenchProcess> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const stop = createStopper(child, "SIGTERM");
  await waitUntilReady(args.join(" "), child, () => isPortOpen(port));
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    processorSeconds: () => readTicks(child.pid) / 100,
    residentMegabytes: () =>
      Number(/VmRSS:\s*(\d+)/.exec(readProcFile(child.pid, "status"))?.[1]) / 1024,
    stop,
  };
}

/** Reads the user time and the system time of a process and adds them, in hundredths of a second. */
function readTicks(pid: number | undefined): number {
  // The fields follow the command's name, which is in brackets and may contain spaces.
  const fields = readProcFile(pid, "stat").split(") ")[1]?.split(" ");
  return Number(fields?.[11]) + Number(fields?.[12]);
}

function readProcFile(pid: number | undefined, file: string): string {
  const path = `/proc/${pid}/${file}`;
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
