import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";

// Prepares one migrated database that every server test copies.
const template = "apps/server/src/platform/testing/global-setup.ts";

// The time limits are generous, because a test is far more often slow on a busy machine than because of a fault.
// In CI, where the machine is shared, a failed test is retried once.
const shared = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  restoreMocks: true,
  maxWorkers: 2,
  retry: process.env.CI ? 1 : 0,
};

const serverTests = ["apps/server/src/**/*.test.ts", "{packages,scripts,bench}/**/*.test.ts"];

// Tests of the registry of jobs need modules that no other file has changed, and a test that replaces a module must not
// change it for others.
const registryTests = [
  "apps/server/src/platform/jobs/*.test.ts",
  "apps/server/src/features/{rooms,talks}/door.test.ts",
];

/**
 * The server tests that need no run on PostgreSQL: those that open no database, and those that say so
 * in their first line. They run once, with the embedded database.
 */
function listPureTests(): string[] {
  const opensDatabase = /testing\/(?!costly-texts)|(DATABASE|REDIS)_URL/;
  const pureMark = /^\/\/ Needs no test on PostgreSQL/;
  return globSync(serverTests, { cwd: import.meta.dirname }).filter((file) => {
    const source = readFileSync(join(import.meta.dirname, file), "utf8");
    return pureMark.test(source) || !opensDatabase.test(source);
  });
}

const webFolder = join(import.meta.dirname, "apps/web");
const webTests = ["**/*.test.{ts,tsx}"];

/** The tests of pages that replace modules, and those that say in a comment that they need a process of their own. */
const isolatedWebTests = globSync(webTests, { cwd: webFolder, exclude: ["node_modules"] }).filter(
  (file) =>
    /vi\.(mock|resetModules)\(|^\/\/ Needs a process of its own/m.test(
      readFileSync(join(webFolder, file), "utf8"),
    ),
);

const web: TestProjectConfiguration = {
  // The plugins of this configuration compile the texts and the contract. A test that renders components says
  // so in its first line: `// @vitest-environment happy-dom`.
  extends: "./apps/web/vite.config.ts",
  root: webFolder,
};

const webTest = {
  ...shared,
  environment: "node",
  setupFiles: [join(webFolder, "src/lib/testing/setup.ts")],
} as const;

const server = {
  ...shared,
  environment: "node",
  exclude: process.env.TEST_DATABASE_URL === undefined ? [] : listPureTests(),
  globalSetup: [template],
} as const;

export default defineConfig({
  test: {
    pool: "forks",
    projects: [
      {
        // Loading the server anew for each file would take half of the time.
        test: {
          ...server,
          name: "server",
          isolate: false,
          include: serverTests,
          exclude: [...server.exclude, ...registryTests],
        },
      },
      { test: { ...server, name: "server-registry", include: registryTests } },
      // Loading React and the site's modules anew for each file would take most of the time.
      {
        ...web,
        test: {
          ...webTest,
          name: "web",
          isolate: false,
          include: webTests,
          exclude: isolatedWebTests,
        },
      },
      { ...web, test: { ...webTest, name: "web-isolated", include: isolatedWebTests } },
    ],
  },
});
