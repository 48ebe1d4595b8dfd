import { once } from "node:events";
import { afterAll, expect, test, vi } from "vitest";
import { createLogger } from "#platform/observability/log.ts";
import { redisConnected } from "#platform/observability/meters.ts";
import { startHangingProxy } from "#platform/testing/hanging-proxy.ts";
import { openRedis } from "./redis.ts";

const url = process.env.REDIS_URL;
const times = { silence: 300, command: 500, reconnect: 50, probe: 100 };

function collectLog() {
  const lines: { msg: string; redis: string; reason?: string }[] = [];
  const log = createLogger("info", { write: (line) => lines.push(JSON.parse(line)) });
  return { log, lines, messages: () => lines.map(({ msg }) => msg) };
}

/** What Prometheus reads about the connection for limits. */
async function readConnected() {
  const { values } = await redisConnected.get();
  return values.find(({ labels }) => labels.role === "limits")?.value;
}

test("SAFE-11 without Redis commands fail, the outage is logged, and the connection can be closed", async () => {
  const { log, messages } = collectLog();
  const connection = openRedis("redis://127.0.0.1:1", "limits", log, times);
  await connection.whenReady();
  await expect(connection.redis.incr("x")).rejects.toThrow();
  await vi.waitFor(() => expect(messages()).toEqual(["Redis is out of reach"]));
  await connection.close();
});

// The test needs a working Redis: a proxy in front of it simulates one that hangs.
test.skipIf(!url)(
  "SAFE-11 after one timeout of a hanging Redis, commands fail at once until Redis responds again",
  async () => {
    const proxy = await startHangingProxy(String(url));
    afterAll(proxy.close);
    const { log, lines, messages } = collectLog();
    const connection = openRedis(proxy.url, "limits", log, { ...times, probe: 60_000 });
    await connection.whenReady();
    expect(await connection.redis.ping()).toBe("PONG");
    expect(await readConnected()).toBe(1);

    proxy.hang();
    const pendingCommands = ["a", "b"].map((text) => connection.redis.echo(text));
    await Promise.all(pendingCommands.map((command) => expect(command).rejects.toThrow()));
    // The next 100 commands together fail before another timeout has passed.
    const onTimeout = vi.fn();
    const timeout = setTimeout(onTimeout, times.silence);
    for (let i = 0; i < 100; i++) await expect(connection.redis.ping()).rejects.toThrow();
    clearTimeout(timeout);
    expect(onTimeout).not.toHaveBeenCalled();
    expect(messages()).toEqual(["Redis is out of reach"]);
    expect(await readConnected()).toBe(0);
    expect(lines[0]).toMatchObject({ redis: "limits" });

    const ready = once(connection.redis, "ready");
    proxy.resume();
    await ready;
    expect(await connection.redis.ping()).toBe("PONG");
    expect(messages()).toEqual(["Redis is out of reach", "Redis is back"]);
    expect(await readConnected()).toBe(1);

    proxy.hang();
    await connection.close();
    expect(connection.redis.status).not.toBe("ready");
  },
);

test.skipIf(!url)("SAFE-11 a subscriber notices a dead connection by itself", async () => {
  const proxy = await startHangingProxy(String(url));
  afterAll(proxy.close);
  const { log } = collectLog();
  const connection = openRedis(proxy.url, "incoming events", log, times);
  await connection.whenReady();
  await connection.redis.subscribe("toibako:test");
  proxy.hang();
  await vi.waitFor(() => expect(connection.redis.status).not.toBe("ready"));
  const ready = once(connection.redis, "ready");
  proxy.resume();
  await ready;
  await connection.close();
});
