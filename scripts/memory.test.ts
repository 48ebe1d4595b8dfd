// Needs no test on PostgreSQL: it starts the embedded database.
import { spawn } from "node:child_process";
import { mkdtempSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { createStopper, serverFlags, waitUntilReady } from "./child.ts";
import { type Headers, register, SECRET_KEY, sendJson } from "./client.ts";
import { createMemoryGroup, enterGroup } from "./memory-group.ts";
import { findFreePort } from "./ports.ts";

const megabytes = 512;
const DATA_DIR = mkdtempSync(join(tmpdir(), "toibako-memory-"));
const group = createMemoryGroup(megabytes);
afterAll(() => {
  rmSync(DATA_DIR, { recursive: true });
  if (group) rmdirSync(group);
});

/** Starts the server in the control group. */
async function start(folder: string) {
  const port = await findFreePort();
  const server = [process.execPath, ...serverFlags, "apps/server/src/main.ts"];
  const [command, args] = enterGroup(folder, server);
  const child = spawn(command, args, {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      LOG_LEVEL: "error",
      SECRET_KEY,
      DATA_DIR,
      HOST: "127.0.0.1",
      PORT: String(port),
      LIMIT_FACTOR: "0",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const stop = createStopper(child, "SIGTERM");
  // Also after a timeout, so that the group can be removed.
  onTestFinished(stop);
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady("the site", child, () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return { url, stop };
}

async function getStatus(url: string, headers: Headers = {}): Promise<number> {
  const reply = await fetch(url, { headers });
  await reply.arrayBuffer();
  return reply.status;
}

// Near the limit the kernel reads the programs from the disk again and again, which takes long on a busy machine.
const timeout = 300_000;

test(`a first start, a second one and what people do then need at most ${megabytes} MB`, {
  timeout,
}, async ({ skip }) => {
  if (!group) return skip("this process may not create control groups");
  for (const receiver of ["yui", "ren"]) {
    const { url, stop } = await start(group);
    try {
      const [owner, sender] = [await register(url, receiver), await register(url, `${receiver}_2`)];
      for (let n = 0; n < 20; n++) {
        const asked = await sendJson(`${url}/api/v2/questions`, sender, {
          account: receiver,
          body: `Which tea is the best? ${n}`,
        });
        expect(asked.status).toBe(201);
        const { uuid_hash } = (await asked.json()) as { uuid_hash: string };
        const answers = `${url}/api/v2/questions/${uuid_hash}/answers`;
        expect((await sendJson(answers, owner, { text: "Green tea" })).status).toBe(201);
        expect(await getStatus(`${url}/ja/q/${uuid_hash}`, { accept: "text/html" })).toBe(200);
        expect(await getStatus(`${url}/ja/${receiver}`, { ...owner, accept: "text/html" })).toBe(
          200,
        );
      }
      expect(await getStatus(`${url}/cards/profiles/ja/${receiver}.png`)).toBe(200);
    } finally {
      await stop();
    }
  }
});
