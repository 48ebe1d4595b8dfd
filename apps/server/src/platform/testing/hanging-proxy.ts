import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/**
 * Starts a proxy in front of PostgreSQL or Redis. After `hang`, it behaves like a stopped process until
 * `resume`: connections stay open and new ones are accepted, but no byte is forwarded.
 */
export async function startHangingProxy(url: string) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let isHanging = false;
  const forward = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.pipe(to);
    if (isHanging) from.pause();
    from.on("error", () => to.destroy());
    from.on("close", () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = createServer((incoming) => {
    const outgoing = connect(Number(target.port), target.hostname);
    forward(incoming, outgoing);
    forward(outgoing, incoming);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxied = new URL(url);
  proxied.hostname = "127.0.0.1";
  proxied.port = String((server.address() as { port: number }).port);

  const resume = () => {
    isHanging = false;
    for (const socket of sockets) socket.resume();
  };
  return {
    url: proxied.href,
    hang: () => {
      isHanging = true;
      for (const socket of sockets) socket.pause();
    },
    resume,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
