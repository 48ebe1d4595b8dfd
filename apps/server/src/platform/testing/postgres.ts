import { once } from "node:events";
import { createServer } from "node:net";

/** Starts a server that speaks just enough of PostgreSQL's protocol to report its version. */
export async function startPostgresOfVersion(version: string) {
  const server = createServer((socket) => {
    let isGreeted = false;
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      if (!isGreeted) {
        isGreeted = true;
        socket.write(Buffer.concat([message("R", int32(0)), ready]));
      } else if (data[0] === "Q".charCodeAt(0)) {
        socket.write(Buffer.concat([column, row(version), message("C", text("SELECT 1")), ready]));
      } else if (data[0] === "X".charCodeAt(0)) {
        socket.end();
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return { url: `postgres://someone:a-secret@127.0.0.1:${port}/x`, close: () => server.close() };
}

function message(type: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), int32(content.length + 4), content]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

const int16 = (value: number) => int32(value).subarray(2);
const text = (value: string) => Buffer.from(`${value}\0`);
const ready = message("Z", Buffer.from("I"));

// One column "version" of type int4.
const column = message(
  "T",
  Buffer.concat([
    int16(1),
    text("version"),
    int32(0),
    int16(0),
    int32(23),
    int16(4),
    int32(-1),
    int16(0),
  ]),
);

function row(value: string): Buffer {
  return message("D", Buffer.concat([int16(1), int32(value.length), Buffer.from(value)]));
}
