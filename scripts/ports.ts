import { createServer, connect as openSocket } from "node:net";

/** Whether a process listens on a port of this machine. */
export function isPortOpen(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const socket = openSocket({ port, host: "127.0.0.1" });
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** Returns an unused port of this machine. */
export function findFreePort(): Promise<number> {
  return new Promise((settle, fail) => {
    const server = createServer();
    server.once("error", fail);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => settle(typeof address === "object" && address ? address.port : 0));
    });
  });
}
