// Needs no test on PostgreSQL: it starts the embedded database.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createStopper, serverFlags, waitUntilReady } from "./child.ts";
import { findFreePort, isPortOpen } from "./ports.ts";

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "toibako-starts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Starts the site as `npm start` does. */
async function start(DATA_DIR: string, env: Record<string, string> = {}) {
  const port = await findFreePort();
  const child = spawn(process.execPath, [...serverFlags, "scripts/start.ts"], {
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: "error",
      DATA_DIR,
      HOST: "127.0.0.1",
      PORT: String(port),
      ...env,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    errors += chunk;
  });
  onTestFinished(createStopper(child, "SIGKILL"));
  const ended = once(child, "close").then(([code]) => ({ code: code as number, errors }));
  const url = `http://127.0.0.1:${port}`;
  const getStatus = (path: string) =>
    fetch(url + path, { headers: { connection: "close", accept: "text/html" } }).then(
      async (reply) => {
        await reply.arrayBuffer();
        return reply.status;
      },
      () => undefined,
    );
  return { child, port, ended, getStatus };
}

test("after SIGTERM a process refuses only /readyz for the seconds of STOP_DELAY_SECONDS, then it ends", async () => {
  const { child, port, ended, getStatus } = await start(createFolder(), {
    STOP_DELAY_SECONDS: "3",
  });
  await waitUntilReady("the site", child, async () => (await getStatus("/readyz")) === 200);
  const stopped = performance.now();
  child.kill("SIGTERM");
  await expect.poll(() => getStatus("/readyz"), { timeout: 2_000 }).toBe(503);
  expect(await getStatus("/ja")).toBe(200);
  expect(await ended).toEqual({ code: 0, errors: "" });
  expect(performance.now() - stopped).toBeGreaterThan(2_900);
  expect(await isPortOpen(port)).toBe(false);
});

test("of three processes that start at once on a new data folder, one serves and two name the reason", async () => {
  const DATA_DIR = join(createFolder(), "data");
  const sites = await Promise.all([start(DATA_DIR), start(DATA_DIR), start(DATA_DIR)]);
  const refused: object[] = [];
  for (const { ended } of sites) void ended.then((end) => refused.push(end));
  await expect
    .poll(
      async () => {
        const statuses = await Promise.all(sites.map((site) => site.getStatus("/readyz")));
        return statuses.filter((status) => status !== undefined);
      },
      { timeout: 60_000 },
    )
    .toEqual([200]);
  await expect.poll(() => refused, { timeout: 60_000 }).toHaveLength(2);
  const errors = `Another process uses the data folder ${DATA_DIR}. Stop it, or set DATA_DIR to a folder of its own.\n`;
  expect(refused).toEqual([
    { code: 5, errors },
    { code: 5, errors },
  ]);
});
