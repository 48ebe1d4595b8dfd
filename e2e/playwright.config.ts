import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { serverFlags } from "../scripts/child.ts";
import { fastBrowser } from "./browsers.ts";

// The tests run on the production build, with a database of their own that contains the demo data.
const port = Number(process.env.E2E_PORT ?? 4599);
const url = `http://localhost:${port}`;
// Set only once, because every worker reads this file again.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), "toibako-e2e-"));

// The specs that also run on PostgreSQL and Redis: the main journey, what people write in it, and a site of several
// processes. Server tests run all statements on both databases.
const postgresSpecs = ["accounts", "answering", "asking", "likes", "main-journey", "topology"];
// Those that need PostgreSQL.
const onPostgresOnly = ["topology"];

export default defineConfig({
  testDir: ".",
  testMatch: (process.env.DATABASE_URL ? postgresSpecs : ["*"]).map((name) => `${name}.spec.ts`),
  testIgnore: (process.env.DATABASE_URL ? [] : onPostgresOnly).map((name) => `${name}.spec.ts`),
  fullyParallel: true,
  workers: 2,
  forbidOnly: !!process.env.CI,
  // CI machines are shared, so a failed test is retried once; the report lists retried tests.
  retries: process.env.CI ? 1 : 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: url,
    locale: "ja-JP",
    // Tests can't intercept requests of a service worker. Only offline.spec.ts allows the worker.
    serviceWorkers: "block",
    viewport: { width: 390, height: 844 },
    launchOptions: fastBrowser,
  },
  webServer: {
    command: `node ${serverFlags.join(" ")} ../apps/server/src/main.ts`,
    url: `${url}/readyz`,
    timeout: 300_000,
    env: {
      NODE_ENV: "production",
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: process.env.E2E_DATA_DIR,
      SECRET_KEY: "only for the journeys, 32 characters or more",
      DEMO: "1",
      LIMIT_FACTOR: "0",
      ANSWER_NOTICE_SECONDS: "1",
      LOG_LEVEL: "warn",
      ...(process.env.DATABASE_URL && { DATABASE_URL: process.env.DATABASE_URL }),
      ...(process.env.REDIS_URL && { REDIS_URL: process.env.REDIS_URL }),
    },
  },
});
