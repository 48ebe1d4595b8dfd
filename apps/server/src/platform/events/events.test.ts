import { Redis } from "ioredis";
import { expect, test, vi } from "vitest";
import { createPublicId, createSecrets } from "#platform/identity/secrets.ts";
import { createLogger } from "#platform/observability/log.ts";
import { createEventBus } from "./events.ts";

const url = process.env.REDIS_URL;

const counts = (owner: string) => ({
  owners: [owner],
  event: { kind: "counts" as const, data: {} },
});

test("an event reaches the subscribers of its kind until they unsubscribe", async () => {
  const bus = createEventBus(undefined, createLogger("silent"), "unused");
  const [onStream, onPages] = [vi.fn(), vi.fn()];
  const unsubscribe = bus.subscribe("stream", onStream);
  bus.subscribe("pages", onPages);
  bus.publish("stream", counts("yui"));
  unsubscribe();
  bus.publish("stream", counts("kenta"));
  expect(onStream.mock.calls).toEqual([[counts("yui")]]);
  expect(onPages).not.toHaveBeenCalled();
  // @ts-expect-error: no such event
  bus.publish("streams", counts("yui"));
  // @ts-expect-error: another event's content
  bus.publish("pages", counts("yui"));
  await bus.close();
});

test("PRIV-05 an event with a field that the contract doesn't name is logged and not sent", async () => {
  const lines: { msg: string }[] = [];
  const log = createLogger("error", { write: (line) => lines.push(JSON.parse(line)) });
  const bus = createEventBus(undefined, log, "unused");
  const onStream = vi.fn();
  bus.subscribe("stream", onStream);
  const data = { arrived: "new_question" as const, body: "ひみつの質問" };
  bus.publish("stream", { owners: ["yui"], event: { kind: "counts", data } });
  // @ts-expect-error: no such kind of event
  bus.publish("stream", { owners: ["yui"], event: { kind: "secrets", data: {} } });
  expect(onStream).not.toHaveBeenCalled();
  expect(lines).toHaveLength(2);
  expect(JSON.stringify(lines)).not.toContain("ひみつ");
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
    for (const kind of ["stream", "pages", "session_end"] as const) {
      bus.subscribe(kind, (event) => received.push(event));
    }
    // Waits until the channel has a subscriber.
    await vi.waitFor(async () => expect(await redis.publish(channel, "not JSON")).toBe(1));
    for (const message of [
      null,
      { kind: "stream" },
      { kind: "stream", event: { ...counts("yui"), owners: [1] } },
      { kind: "stream", event: { owners: ["yui"], event: { kind: "later", data: {} } } },
      { kind: "pages", event: { owners: ["yui"] } },
      { kind: "later", event: { owners: ["yui"] } },
      { kind: "error", event: {} },
    ]) {
      await redis.publish(channel, JSON.stringify(message));
    }
    await redis.publish(channel, JSON.stringify({ kind: "stream", event: counts("mei") }));
    await vi.waitFor(() => expect(received).toEqual([counts("mei")]));
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
  firstBus?.subscribe("stream", (event) => received.push(event));
  const redis = new Redis(String(url));
  // Waits until both channels have a subscriber.
  await vi.waitFor(async () => {
    expect(await redis.publish(channels[0] ?? "", "{}")).toBe(1);
    expect(await redis.publish(channels[1] ?? "", "{}")).toBe(1);
  });
  secondBus?.publish("stream", counts("mei"));
  firstBus?.publish("stream", counts("yui"));
  await vi.waitFor(() => expect(received).toContainEqual(counts("yui")));
  expect(received).toEqual([counts("yui")]);
  await redis.quit();
  await Promise.all([firstBus?.close(), secondBus?.close()]);
});
