// DATABASE_URL=… node bench/streams.ts [number]: measures the memory of open event streams. The database must be empty.
// Both processes need as many open files as streams (ulimit -n).
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { generateData } from "./generate.ts";
import { createSessionToken } from "./people.ts";
import { startServer } from "./process.ts";
import { scaleSet } from "./size.ts";

const streams = Number(process.argv[2] ?? 19_000);
/** As many as one account may open. */
const streamsPerAccount = 8;
const openedAtOnce = 50;

const headers = [
  "Host: localhost",
  "Accept: text/event-stream",
  "Accept-Encoding: gzip, deflate, br",
  "Accept-Language: ja",
  "Cache-Control: no-cache",
  "User-Agent: Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
];

/** Resolves when the stream has sent its first bytes; repeats a request that is refused as overload. */
async function openStream(port: number, pk: number): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  const cookie = `Cookie: __Host-session=${createSessionToken(pk)}`;
  socket.write(`GET /api/v2/me/events HTTP/1.1\r\n${[...headers, cookie].join("\r\n")}\r\n\r\n`);
  const [bytes] = (await once(socket, "data")) as [Buffer];
  if (bytes.toString().startsWith("HTTP/1.1 200")) return void socket.resume();
  socket.destroy();
  await setTimeout(1_000);
  return openStream(port, pk);
}

const url = process.env.DATABASE_URL ?? "";
await generateData(url, scaleSet(0.25));
// As behind a proxy, which opens all connections from one address.
process.env.TRUST_PROXY = "127.0.0.1";
const server = await startServer(url);
const port = Number(new URL(server.url).port);
await openStream(port, 1);
const atRest = server.residentMegabytes();
for (let opened = 1; opened < streams; opened += openedAtOnce) {
  const numbers = Array.from({ length: Math.min(openedAtOnce, streams - opened) }, (_, n) => n);
  await Promise.all(
    numbers.map((n) => openStream(port, 1 + Math.floor((opened + n) / streamsPerAccount))),
  );
}
const used = server.residentMegabytes();
// Two heartbeats of each stream.
await setTimeout(55_000);
const later = server.residentMegabytes();
console.log(`at rest ${atRest} MB, with ${streams} streams ${used} MB, a minute later ${later} MB`);
console.log(`${(((later - atRest) * 1024) / streams).toFixed(1)} KB for each stream`);
await server.stop();
process.exit();
