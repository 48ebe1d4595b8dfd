const maxRepeats = 5;

/** What is posted to the shop. */
export interface Notification {
  order_id: string;
  body: string | Buffer;
  createHeaders: () => Record<string, string>;
}

/** Notifications to the shop: each is repeated up to five times until the shop accepts it. */
export interface Notifications {
  /** Sends one; the promise ends with the shop's reply. */
  send(notification: Notification): Promise<void>;
  /** Repeats now, once, all that the shop has not accepted. */
  repeat(): Promise<void>;
  /** Waits until the shop has replied to all that are under way. */
  settle(): Promise<void>;
  /** What was sent, oldest first, and whether the shop accepted it. */
  sent: { order_id: string; isAccepted: boolean }[];
  stop(): void;
}

interface Pending {
  notification: Notification;
  repeats: number;
  timer: NodeJS.Timeout | undefined;
}

interface NotificationOptions {
  /** The shop's address; nothing is sent without it. */
  getAddress: () => string | undefined;
  /** Milliseconds between repeats. */
  interval_ms: number;
  isAccepted: (status: number, body: string) => boolean;
}

export function createNotifications(options: NotificationOptions): Notifications {
  const refused = new Set<Pending>();
  const running = new Set<Promise<void>>();
  const sent: Notifications["sent"] = [];

  const deliver = async (pending: Pending): Promise<void> => {
    const address = options.getAddress();
    if (address === undefined) return;
    refused.delete(pending);
    clearTimeout(pending.timer);
    const isAccepted = await post(address, pending.notification);
    sent.push({ order_id: pending.notification.order_id, isAccepted });
    if (isAccepted || pending.repeats >= maxRepeats) return;
    pending.repeats += 1;
    refused.add(pending);
    pending.timer = setTimeout(() => void track(pending), options.interval_ms);
    pending.timer.unref();
  };

  const post = async (address: string, { body, createHeaders }: Notification) => {
    try {
      const reply = await fetch(address, {
        method: "POST",
        redirect: "manual",
        signal: AbortSignal.timeout(15_000),
        headers: createHeaders(),
        body: typeof body === "string" ? body : new Uint8Array(body),
      });
      return options.isAccepted(reply.status, await reply.text());
    } catch {
      return false;
    }
  };

  const track = (pending: Pending): Promise<void> => {
    const delivery = deliver(pending).finally(() => running.delete(delivery));
    running.add(delivery);
    return delivery;
  };

  return {
    sent,
    send: (notification) => track({ notification, repeats: 0, timer: undefined }),
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
