import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Starts a server that speaks just enough of PostgreSQL's protocol to report its version, such as 150000 for
 * PostgreSQL 15.0. Of the messages, R accepts the login, Z says that the server is ready, Q is a query, T and D describe and
 * contain its row, C ends it, and X closes the connection.
 */
export async function startPostgresOfVersion(version: string) {
  const server = createServer((socket) => {
    let isGreeted = false;
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      if (!isGreeted) {
        isGreeted = true;
        socket.write(Buffer.concat([encodeMessage("R", encodeInt32(0)), ready]));
      } else if (data[0] === "Q".charCodeAt(0)) {
        socket.write(
          Buffer.concat([
            column,
            encodeRow(version),
            encodeMessage("C", encodeText("SELECT 1")),
            ready,
          ]),
        );
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

function encodeMessage(type: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), encodeInt32(content.length + 4), content]);
}

function encodeInt32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

const encodeInt16 = (value: number) => encodeInt32(value).subarray(2);
const encodeText = (value: string) => Buffer.from(`${value}\0`);
const ready = encodeMessage("Z", Buffer.from("I"));

// One column "version". The other numbers: it belongs to no table (0, 0), has the type int4 (23) of 4 bytes
// without a modifier (-1), and is sent as text (0).
const column = encodeMessage(
  "T",
  Buffer.concat([
    encodeInt16(1),
    encodeText("version"),
    encodeInt32(0),
    encodeInt16(0),
    encodeInt32(23),
    encodeInt16(4),
    encodeInt32(-1),
    encodeInt16(0),
  ]),
);

function encodeRow(value: string): Buffer {
  return encodeMessage(
    "D",
    Buffer.concat([encodeInt16(1), encodeInt32(value.length), Buffer.from(value)]),
  );
}
