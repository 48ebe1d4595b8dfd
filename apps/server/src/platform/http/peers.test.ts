import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPeerCaller, PeerUnavailable } from "./peers.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const limits = { calls: 2, wait: 2_000, failures: 3, pause: 30_000 };
const never = () => new Promise<never>(() => undefined);
const fail = () => Promise.reject(new Error("no reply"));
const reply = async () => "reply";

test("a peer that hangs keeps its own calls waiting, for a bounded time, and no other peer's", async () => {
  const callPeer = createPeerCaller(limits);
  void callPeer("hanging.example", never);
  void callPeer("hanging.example", never);
  const refused = expect(callPeer("hanging.example", reply)).rejects.toThrow(PeerUnavailable);
  expect(await callPeer("quick.example", reply)).toBe("reply");
  await vi.advanceTimersByTimeAsync(limits.wait);
  await refused;
});

test("calls beyond the limit of a peer run when earlier ones end, in the order in which they came", async () => {
  const callPeer = createPeerCaller(limits);
  const order: string[] = [];
  let running = 0;
  let mostRunning = 0;
  const makeCall = (name: string) =>
    callPeer("peer.example", async () => {
      mostRunning = Math.max(mostRunning, ++running);
      await vi.advanceTimersByTimeAsync(10);
      running--;
      order.push(name);
    });
  await Promise.all(["a", "b", "c", "d", "e"].map(makeCall));
  expect([order, mostRunning]).toEqual([["a", "b", "c", "d", "e"], 2]);
});

test("after failures in a row a peer isn't called until a single call has found it back", async () => {
  const callPeer = createPeerCaller(limits);
  const call = vi.fn(fail);
  for (let attempt = 0; attempt < 10; attempt++) {
    await expect(callPeer("lost.example", call)).rejects.toThrow();
  }
  expect(call).toHaveBeenCalledTimes(limits.failures);
  await vi.advanceTimersByTimeAsync(limits.pause);
  const trial = Promise.withResolvers<string>();
  const tried = callPeer("lost.example", () => trial.promise);
  await vi.advanceTimersByTimeAsync(0);
  await expect(callPeer("lost.example", reply)).rejects.toThrow(PeerUnavailable);
  trial.resolve("reply");
  expect(await tried).toBe("reply");
  expect(await callPeer("lost.example", reply)).toBe("reply");
});

test("a single failure between replies doesn't stop a peer's calls", async () => {
  const callPeer = createPeerCaller(limits);
  for (let attempt = 0; attempt < 10; attempt++) {
    await expect(callPeer("peer.example", fail)).rejects.toThrow("no reply");
    expect(await callPeer("peer.example", reply)).toBe("reply");
  }
});
