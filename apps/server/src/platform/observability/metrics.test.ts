import { expect, test } from "vitest";
import { findFreePort } from "#platform/testing/ports.ts";
import { openSite } from "#platform/testing/site.ts";

const metrics_port = await findFreePort();
const site = await openSite({ metrics_port });
const visitor = site.openBrowser();
await site.registerPerson("yui");
const url = `http://127.0.0.1:${metrics_port}`;

test("metrics count replies by route, never by person, on a separate port", async () => {
  await visitor.sendRaw("GET", "/api/v1/user/yui");
  const reply = await fetch(`${url}/metrics`);
  const text = await reply.text();
  expect(reply.status).toBe(200);
  expect(text).toMatch(/toibako_replies_total\{route="\/api\/v1\/user\/:id",status="200"\} 1/);
  expect(text).toMatch(/^process_resident_memory_bytes /m);
  expect(text).not.toContain("yui");
  expect((await fetch(`${url}/ja`)).status).toBe(404);
  expect((await fetch(`${url}/metrics`, { method: "POST" })).status).toBe(404);
});

test("metrics count the runs of jobs by outcome, and the jobs that failed too often", async () => {
  await site.askQuestion(visitor, "yui", "数える？");
  await site.services.jobs.drain();
  const text = await (await fetch(`${url}/metrics`)).text();
  expect(text).toMatch(
    /toibako_job_runs_total\{job="send_question_notice",outcome="finished"\} [1-9]/,
  );
  expect(text).toMatch(/^toibako_dead_letters 0$/m);
});

test("the public port serves no metrics, not even to a request that claims to be local", async () => {
  const local = { "x-forwarded-for": "127.0.0.1", host: `127.0.0.1:${metrics_port}` };
  expect((await visitor.sendRaw("GET", "/metrics", undefined, local)).status).toBe(404);
});

test("a stopped process serves no metrics", async () => {
  await site.app.close();
  await expect(fetch(`${url}/metrics`)).rejects.toThrow();
});
