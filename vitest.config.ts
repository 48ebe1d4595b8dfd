import { defineConfig, type TestProjectConfiguration } from "vitest/config";

// Prepares one migrated database that every server test copies.
const template = "apps/server/src/platform/testing/global-setup.ts";

const web: TestProjectConfiguration = {
  // Its plugins compile the texts and the contract. A test that draws says so in its first
  // line: `// @vitest-environment happy-dom`.
  extends: "./apps/web/vite.config.ts",
  root: "./apps/web",
  test: { name: "web", environment: "node", include: ["**/*.test.{ts,tsx}"] },
};

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    projects: [
      {
        test: {
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
