import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { createLogger } from "./log.ts";
import { openErrorReporter } from "./report-error.ts";

/** Starts a service that takes reports, and returns its address for project 7 and a function that waits for a report. */
async function openService(status = 200) {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(`${request.url} ${body}`);
      response.writeHead(status).end("{}");
      server.emit("report");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    dsn: `http://key@127.0.0.1:${port}/7`,
    bodies,
    waitForReport: () => once(server, "report"),
  };
}

const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });

test("OPS-03 an error in the log is reported with its stack and code, without its message", async () => {
  const service = await openService();
  const log = createLogger("info", nowhere, await openErrorReporter(service.dsn));
  const error = Object.assign(new Error("Key (email)=(mio@example.com) exists"), { code: "23505" });
  const reported = service.waitForReport();
  log.warn({ err: new Error("only a warning") }, "a warning");
  log.child({ reqId: "1" }).error({ err: error }, "a request failed");
  await reported;
  expect(service.bodies).toHaveLength(1);
  const [body = ""] = service.bodies;
  expect(body).toMatch(/^\/api\/7\/envelope\//);
  expect(body).toContain("23505");
  expect(body).toContain("report-error.test");
  expect(body).not.toContain("mio@example.com");
});

test("OPS-03 errors of one kind are reported once a minute, also if the service fails", async () => {
  const service = await openService(503);
  const report = await openErrorReporter(service.dsn);
  const reported = service.waitForReport();
  for (let n = 0; n < 100; n++) report(new Error("again"));
  await reported;
  const other = service.waitForReport();
  report(Object.assign(new Error("another"), { code: "EPIPE" }));
  await other;
  expect(service.bodies).toHaveLength(2);
});
