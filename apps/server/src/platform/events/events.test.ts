import { Redis } from "ioredis";
import { expect, test, vi } from "vitest";
import { createPublicId, createSecrets } from "#platform/identity/secrets.ts";
import { createLogger } from "#platform/observability/log.ts";
import { createEventBus } from "./events.ts";

const url = process.env.REDIS_URL;

test("an event reaches the subscribers of its kind until they unsubscribe", async () => {
  const bus = createEventBus(undefined, createLogger("silent"), "unused");
  const [onCounts, onPages] = [vi.fn(), vi.fn()];
  const unsubscribe = bus.subscribe("counts", onCounts);
  bus.subscribe("pages", onPages);
  bus.publish("counts", { owner: "yui" });
  unsubscribe();
  bus.publish("counts", { owner: "kenta" });
  expect(onCounts.mock.calls).toEqual([[{ owner: "yui" }]]);
  expect(onPages).not.toHaveBeenCalled();
  // @ts-expect-error: no such event
  bus.publish("count", { owner: "yui" });
  // @ts-expect-error: another event's content
  bus.publish("pages", { owner: "yui" });
  await bus.close();
});

test.skipIf(!url)(
  "messages of an unknown kind or with wrong fields are dropped with one line in the log, and other messages arrive",
  async () => {
    const lines: { msg: string }[] = [];
    const log = createLogger("warn", { write: (line) => lines.push(JSON.parse(line)) });
    const channel = `toibako:test:${createPublicId()}`;
    const redis = new Redis(String(url));
    const bus = createEventBus(url, log, channel);
    const received: unknown[] = [];
    for (const kind of ["counts", "pages", "session_end"] as const) {
      bus.subscribe(kind, (event) => received.push(event));
    }
    // Waits until the channel has a subscriber.
    await vi.waitFor(async () => expect(await redis.publish(channel, "not JSON")).toBe(1));
    for (const message of [
      null,
      { kind: "counts" },
      { kind: "counts", event: { owner: 1 } },
      { kind: "pages", event: { owner: "yui" } },
      { kind: "later", event: { owner: "yui" } },
      { kind: "error", event: {} },
    ]) {
      await redis.publish(channel, JSON.stringify(message));
    }
    await redis.publish(channel, JSON.stringify({ kind: "counts", event: { owner: "mei" } }));
    await vi.waitFor(() => expect(received).toEqual([{ owner: "mei" }]));
    expect(lines.map(({ msg }) => msg)).toEqual([
      "an unknown event of another process was dropped",
    ]);
    await redis.quit();
    await bus.close();
  },
);

test.skipIf(!url)("sites that share a Redis don't receive each other's events", async () => {
  const log = createLogger("silent");
  const channels = [1, 2].map((site) => createSecrets(Buffer.alloc(32, site)).event_channel);
  const [firstBus, secondBus] = channels.map((channel) => createEventBus(url, log, channel));
  const received: unknown[] = [];
  firstBus?.subscribe("counts", (event) => received.push(event));
  const redis = new Redis(String(url));
  // Waits until both channels have a subscriber.
  await vi.waitFor(async () => {
    expect(await redis.publish(channels[0] ?? "", "{}")).toBe(1);
    expect(await redis.publish(channels[1] ?? "", "{}")).toBe(1);
  });
  secondBus?.publish("counts", { owner: "mei" });
  firstBus?.publish("counts", { owner: "yui" });
  await vi.waitFor(() => expect(received).toContainEqual({ owner: "yui" }));
  expect(received).toEqual([{ owner: "yui" }]);
  await redis.quit();
  await Promise.all([firstBus?.close(), secondBus?.close()]);
});
