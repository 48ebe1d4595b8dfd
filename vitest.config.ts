import { join } from "node:path";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";

// Prepares one migrated database that every server test copies.
const template = "apps/server/src/platform/testing/global-setup.ts";

// Generous: a test that waits is a busy machine far more often than a fault.
const shared = { testTimeout: 60_000, hookTimeout: 120_000, restoreMocks: true };

const web: TestProjectConfiguration = {
  // Its plugins compile the texts and the contract. A test that draws says so in its first
  // line: `// @vitest-environment happy-dom`.
  extends: "./apps/web/vite.config.ts",
  root: "./apps/web",
  test: {
    ...shared,
    name: "web",
    environment: "node",
    include: ["**/*.test.{ts,tsx}"],
    setupFiles: [join(import.meta.dirname, "apps/web/src/lib/testing/setup.ts")],
  },
};

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: "server",
          environment: "node",
          include: ["apps/server/src/**/*.test.ts", "{packages,scripts}/**/*.test.ts"],
          globalSetup: [template],
        },
      },
      web,
    ],
  },
});
