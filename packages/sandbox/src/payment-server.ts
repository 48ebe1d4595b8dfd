import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { PaymentFaults } from "./payment-faults.ts";
import type { Notifications } from "./payment-notifications.ts";

/** What the owner of the shop's account would see on the bank account. */
export interface Book {
  charges: { order_id: string; customer: string; amount: number; at: Date }[];
  refunds: { order_id: string; amount: number; at: Date }[];
}

/** What the servers of all payment providers have in common. */
export interface PaymentSandbox<State> {
  origin: string;
  /** The environment variables that connect the site to the sandbox; the seller's are not among them. */
  environment: Record<string, string>;
  state: State;
  book: Book;
  faults: PaymentFaults;
  notifications: Notifications;
  /** The address for notifications, which may be set after the start; none are sent without it. */
  notify_url: string | undefined;
  close(): Promise<void>;
}

type Route = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;

/** Listens on loopback; port 0 takes a free one. */
export async function listen(port: number, route: Route) {
  const server = createServer((request, response) => {
    route(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
