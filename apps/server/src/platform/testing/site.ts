import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { login, register } from "@toibako/contract/accounts.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import { startS3 } from "@toibako/sandbox/s3.ts";
import { afterAll, onTestFinished, TestRunner } from "vitest";
import type { Database, Db } from "#platform/database/db.ts";
import type { Route } from "#platform/http/endpoint.ts";
import { createLogger, type Logger } from "#platform/observability/log.ts";
import type { PageSource } from "#platform/pages/pages.ts";
import { readS3 } from "#platform/storage/s3-config.ts";
import { sql } from "#platform/testing/sql.ts";
import { createApp, createServices } from "../../app.ts";
import type { Payments } from "../../features/billing/providers/payments.ts";
import { type Config, loadConfig } from "../config.ts";
import { Browser } from "./browser.ts";
import { openTestDatabase } from "./database.ts";

export const password = "a long enough password";

interface SiteOptions {
  log?: Logger;
  /** The database to use; by default a new copy of the template. */
  database?: Database | Promise<Database>;
  /** A source of pages; by default the site serves none. */
  pages?: PageSource | "none";
  /** Further routes, for example of an endpoint that only a test defines. */
  routes?: readonly Route[];
  /** What the site sells; by default nothing. */
  payments?: Payments;
}

/**
 * Opens the whole server with the configuration of tests, which `overrides` changes. Closes it after the
 * tests of the file, or after the test that has opened it. With TEST_STORAGE=s3, files are in a bucket.
 */
export async function openSite(
  overrides: Partial<Config> = {},
  {
    log = createLogger("silent"),
    database: openingDatabase,
    pages = "none",
    routes = [],
    payments,
  }: SiteOptions = {},
) {
  const data_dir = mkdtempSync(join(tmpdir(), "toibako-test-"));
  const env = { DATA_DIR: data_dir, LOG_LEVEL: "silent", REDIS_URL: process.env.REDIS_URL };
  const store = process.env.TEST_STORAGE === "s3" ? await startS3() : undefined;
  const config = {
    ...loadConfig(env),
    s3: store && readS3(store.environment),
    limit_factor: 0,
    has_payment: payments !== undefined,
    ...overrides,
  };
  const database = await (openingDatabase ?? openTestDatabase());
  const services = await createServices(config, database, log);
  const app = await createApp(services, log, { pages, routes, payments });
  await services.jobs.start(app.jobs, { isWorker: false });
  await app.server.ready();
  // A hook of the file that is registered within a test never runs.
  const whenFinished = TestRunner.getCurrentTest() ? onTestFinished : afterAll;
  whenFinished(async () => {
    await app.server.close();
    await services.jobs.stop();
    await services.bus.close();
    await database.close();
    await store?.close();
    rmSync(data_dir, { recursive: true, force: true });
  });

  const createBrowser = (locale: Locale = "ja") => new Browser(app.server, services, locale);
  return {
    app: app.server,
    services,
    jobs: app.jobs,
    markStopping: app.markStopping,
    /** Opens a new browser without cookies. */
    openBrowser: createBrowser,
    /** Registers a new person, whose inbox is empty; returns their browser. */
    registerPerson: async (account: string, locale: Locale = "ja") => {
      const person = createBrowser(locale);
      await person.send(register, { body: { account, password, locale } }).then(expectStatus(201));
      await removeWelcomeLetter(services.db, account);
      return person;
    },
    /** Signs the same person in on another browser. */
    signInAgain: async (account: string, locale: Locale = "ja", ownPassword = password) => {
      const person = createBrowser(locale);
      await person
        .send(login, { body: { account, password: ownPassword } })
        .then(expectStatus(200));
      return person;
    },
    /** Runs `work` and returns the paths of each "pages" event that it published. */
    collectInvalidatedPages: async (work: () => Promise<unknown>) => {
      const invalidated: string[][] = [];
      const { bus } = services;
      const { publish } = bus;
      // Collects events when they are published, because through Redis they arrive later.
      bus.publish = (kind, event) => {
        if (kind === "pages") invalidated.push((event as { paths: string[] }).paths);
        publish(kind, event);
      };
      await work();
      bus.publish = publish;
      return invalidated;
    },
    /** Asks an account and returns the question's id. Its paper isn't drawn by lot, so that two runs are the same. */
    askQuestion: async (sender: Browser, account: string, body: string) => {
      const asked = await sender.send(postQuestion, { body: { account, body, paper: "plain" } });
      return expectStatus(201)(asked).data.uuid_hash;
    },
  };
}

/**
 * Deletes the welcome letter: most tests count the questions of an inbox, and expect only those that
 * they have sent.
 */
async function removeWelcomeLetter(db: Db, account: string): Promise<void> {
  await sql`
    with deleted_letter as (
      delete from welcome_letters using users u
      where u.pk = welcome_letters.receiver_pk and u.account = ${account} returning welcome_letters.receiver_pk
    )
    update users set unread_questions_count = unread_questions_count - 1
    where pk in (select receiver_pk from deleted_letter)`.execute(db);
}

function expectStatus(status: number) {
  return <R extends { status: number; data: unknown }>(reply: R): R => {
    if (reply.status === status) return reply;
    throw new Error(`expected ${status}, got ${reply.status}: ${JSON.stringify(reply.data)}`);
  };
}
