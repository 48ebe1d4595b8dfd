import { Readable } from "node:stream";
import { importPartBytes } from "@toibako/contract/archives/import.ts";
import { Type } from "typebox";
import { expect, onTestFinished, test, vi } from "vitest";
import { loadConfig } from "#platform/config.ts";
import { createLogger } from "#platform/observability/log.ts";
import { computeTimeLeft, registerDeadlines } from "./deadline.ts";
import { createServer } from "./server.ts";
import { mountUploadRoute, type UploadLimits, UploadMemory } from "./uploads.ts";

const limits: UploadLimits = {
  bytes: 1_000,
  readsOfAccount: 2,
  bytesPerSecond: 1,
  graceMilliseconds: 60_000,
};

/**
 * Opens a server with one route, which replies with the length of the uploaded file and the milliseconds that are left
 * for its statements. The account is in a header.
 */
async function openServer(changedLimits: Partial<UploadLimits>) {
  const app = createServer(createLogger("silent"), loadConfig({}), {});
  registerDeadlines(app);
  app.addHook("onRequest", async (request) => {
    const account = request.headers["x-account"];
    request.viewer = { user: { pk: Number(account) } } as typeof request.viewer;
  });
  const route = {
    method: "POST",
    url: "/",
    handler: async ({ uploads }: { uploads: ReadonlyMap<string, Buffer> | undefined }) => ({
      length: uploads?.get("file")?.length,
      timeLeft: computeTimeLeft(60_000),
    }),
  } as const;
  const memory = new UploadMemory({ ...limits, ...changedLimits });
  mountUploadRoute(app, route, ["file"], Type.Object({}), { memory });
  await app.ready();
  return app;
}

type App = Awaited<ReturnType<typeof openServer>>;

const head =
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: application/octet-stream\r\n\r\n';
const end = "\r\n--x--\r\n";

/** Sends a body that stays open after `content`. */
function startUpload(app: App, account: number, content: string) {
  const body = new Readable({ read() {} });
  body.push(head + content);
  const headers = { "content-type": "multipart/form-data; boundary=x", "x-account": `${account}` };
  // Without `then`, the request would be sent only when its reply is awaited.
  const reply = app
    .inject({ method: "POST", url: "/", headers, payload: body })
    .then((response) => response);
  const finish = () => {
    body.push(end);
    body.push(null);
    return reply.then(({ statusCode }) => statusCode);
  };
  return { reply, finish };
}

test("SAFE-11 many bodies that stay open don't stop an upload", async () => {
  const app = await openServer({});
  const open = Array.from({ length: 40 }, (_, index) => startUpload(app, index % 20, "slow"));
  expect(await startUpload(app, 99, "x".repeat(500)).finish()).toBe(200);
  for (const { finish } of open) expect(await finish()).toBe(200);
});

test("SAFE-11 an account has two bodies at once", async () => {
  const app = await openServer({});
  const open = [startUpload(app, 1, "a"), startUpload(app, 1, "b")];
  expect((await startUpload(app, 1, "c").reply).statusCode).toBe(503);
  expect(await startUpload(app, 2, "d").finish()).toBe(200);
  for (const { finish } of open) expect(await finish()).toBe(200);
  expect(await startUpload(app, 1, "e").finish()).toBe(200);
});

test("SAFE-11 when the memory is full, the slowest body is refused", async () => {
  const app = await openServer({});
  const slow = startUpload(app, 1, "x".repeat(400));
  // Not before the server has read the first body.
  await startUpload(app, 2, "").finish();
  const quick = startUpload(app, 3, "x".repeat(900));
  expect((await slow.reply).statusCode).toBe(503);
  expect(await quick.finish()).toBe(200);
  expect(await startUpload(app, 1, "x".repeat(900)).finish()).toBe(200);
  expect(await startUpload(app, 1, "x".repeat(1_001)).finish()).toBe(503);
});

test("SAFE-11 a body that arrives too slowly is refused", async () => {
  const app = await openServer({ graceMilliseconds: 5, bytesPerSecond: 1_000_000 });
  expect((await startUpload(app, 1, "slow").reply).statusCode).toBe(408);
  expect((await startUpload(app, 1, "slow").reply).statusCode).toBe(408);
});

test("SAFE-11 the time in which a file arrives doesn't count against the deadline of its request", async () => {
  const app = await openServer({});
  const now = performance.now.bind(performance);
  let passed = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + passed);
  onTestFinished(() => clock.mockRestore());
  const slow = startUpload(app, 1, "slow");
  // Not before the server has begun to read the slow body.
  await startUpload(app, 2, "").finish();
  passed = 25_000;
  expect(await slow.finish()).toBe(200);
  const { timeLeft } = (await slow.reply).json<{ timeLeft: number }>();
  expect(timeLeft).toBeGreaterThan(0);
  expect(timeLeft).toBeLessThanOrEqual(7_500);
});

test("SAFE-11 the slowest part of an archive arrives before its request times out, and headers have less time", async () => {
  const { server } = await openServer({});
  const partSeconds = importPartBytes / (32 * 1024) + 3;
  expect(server.requestTimeout).toBeGreaterThan(partSeconds * 1_000);
  expect(server.headersTimeout).toBeLessThan(server.requestTimeout);
});
