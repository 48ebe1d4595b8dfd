import iconv from "iconv-lite";
import { describeNotification } from "./charges.ts";
import type { GmoState, Trade } from "./state.ts";

const maxRepeats = 5;

/** Notifications to the shop: each is repeated up to five times until the shop replies `0`. */
export interface Notifications {
  send(trade: Trade): Promise<void>;
  /** Repeats now, once, all that the shop has not accepted. */
  repeat(): Promise<void>;
  /** Waits until the shop has replied to all that are under way. */
  settle(): Promise<void>;
  /** How often each order's notifications were sent. */
  sent: { order_id: string; isAccepted: boolean }[];
  stop(): void;
}

interface Pending {
  body: Buffer;
  order_id: string;
  repeats: number;
  timer: NodeJS.Timeout | undefined;
}

export function createNotifications(
  state: GmoState,
  getAddress: () => string | undefined,
  interval_ms: number,
): Notifications {
  const refused = new Set<Pending>();
  const running = new Set<Promise<void>>();
  const sent: Notifications["sent"] = [];

  const deliver = async (pending: Pending): Promise<void> => {
    const address = getAddress();
    if (address === undefined) return;
    refused.delete(pending);
    clearTimeout(pending.timer);
    const isAccepted = await post(address, pending.body);
    sent.push({ order_id: pending.order_id, isAccepted });
    if (isAccepted || pending.repeats >= maxRepeats) return;
    pending.repeats += 1;
    refused.add(pending);
    pending.timer = setTimeout(() => void track(pending), interval_ms);
    pending.timer.unref();
  };

  const track = (pending: Pending): Promise<void> => {
    const delivery = deliver(pending).finally(() => running.delete(delivery));
    running.add(delivery);
    return delivery;
  };

  return {
    sent,
    send: (trade) => {
      const text = Object.entries(describeNotification(state, trade))
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
        .join("&");
      const body = iconv.encode(text, "Shift_JIS");
      return track({ body, order_id: trade.order_id, repeats: 0, timer: undefined });
    },
    repeat: async () => void (await Promise.all([...refused].map(track))),
    settle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
    stop: () => {
      for (const { timer } of refused) clearTimeout(timer);
      refused.clear();
    },
  };
}

async function post(address: string, body: Buffer): Promise<boolean> {
  try {
    const reply = await fetch(address, {
      method: "POST",
      redirect: "manual",
      signal: AbortSignal.timeout(15_000),
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new Uint8Array(body),
    });
    return reply.status === 200 && (await reply.text()).trim() === "0";
  } catch {
    return false;
  }
}
