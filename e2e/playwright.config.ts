import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";

// The whole product as it is delivered, on a database of its own with the demo's people in it.
const port = Number(process.env.E2E_PORT ?? 4599);
const url = `http://localhost:${port}`;
// Set once: every worker reads this file again.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), "toibako-e2e-"));

// What no database can change is looked at once, on the embedded one.
const drawn = ["accessibility", "faults", "help", "shell"];

export default defineConfig({
  testDir: ".",
  testIgnore: process.env.DATABASE_URL ? drawn.map((name) => `${name}.spec.ts`) : [],
  fullyParallel: true,
  workers: 2,
  forbidOnly: !!process.env.CI,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: url,
    locale: "ja-JP",
    viewport: { width: 390, height: 844 },
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      args: [
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: {
    command: "node ../apps/server/src/main.ts",
    url: `${url}/readyz`,
    timeout: 60_000,
    env: {
      NODE_ENV: "production",
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: process.env.E2E_DATA_DIR,
      SECRET_KEY: "only for the journeys, 32 characters or more",
      DEMO: "1",
      LIMIT_FACTOR: "0",
      LOG_LEVEL: "warn",
      ...(process.env.DATABASE_URL && { DATABASE_URL: process.env.DATABASE_URL }),
      ...(process.env.REDIS_URL && { REDIS_URL: process.env.REDIS_URL }),
    },
  },
});
