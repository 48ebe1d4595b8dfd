import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createStopper, waitUntilReady } from "../scripts/child.ts";
import { findFreePort, isPortOpen } from "../scripts/ports.ts";
import { secretKey } from "./people.ts";

/** A server process under load. */
export interface BenchProcess {
  url: string;
  /** Seconds of CPU time of all its threads; NaN on systems other than Linux. */
  processorSeconds(): number;
  /** Its peak memory in megabytes; NaN on systems other than Linux. */
  peakMegabytes(): number;
  stop(): Promise<void>;
}

const serverScript = "apps/server/src/main.ts";

/** Starts our server as in production, without rate limits. */
export async function startServer(database: string, script = serverScript): Promise<BenchProcess> {
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), "toibako-bench-"));
  const target = await startProcess(script, [], port, {
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
  });
  const stop = async () => {
    await target.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...target, stop };
}

/** Starts the bare server; if `page` names a compressed page, it serves that at every address. */
export async function startBareServer(database: string, page?: string): Promise<BenchProcess> {
  const port = await findFreePort();
  const args = [String(port), database, ...(page ? [page] : [])];
  return startProcess("bench/bare.ts", args, port, { NODE_ENV: "production" });
}

async function startProcess(
  script: string,
  args: string[],
  port: number,
  env: Record<string, string | undefined>,
): Promise<BenchProcess> {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const stop = createStopper(child, "SIGTERM");
  await waitUntilReady(script, child, () => isPortOpen(port));
  return {
    url: `http://127.0.0.1:${port}`,
    processorSeconds: () => readTicks(child.pid) / 100,
    peakMegabytes: () => readPeakKilobytes(child.pid) / 1024,
    stop,
  };
}

/** Reads user and system time, in hundredths of a second. */
function readTicks(pid: number | undefined): number {
  // The command name in brackets may contain spaces; the fields follow it.
  const fields = readProcFile(pid, "stat").split(") ")[1]?.split(" ");
  return Number(fields?.[11]) + Number(fields?.[12]);
}

function readPeakKilobytes(pid: number | undefined): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readProcFile(pid, "status"))?.[1]);
}

function readProcFile(pid: number | undefined, file: string): string {
  const path = `/proc/${pid}/${file}`;
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
