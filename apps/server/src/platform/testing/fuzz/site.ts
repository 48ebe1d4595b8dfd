import { mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import type { Database } from "#platform/database/db.ts";
import { wrapPglite } from "#platform/database/db-embedded.ts";
import { migrate } from "#platform/database/migrate.ts";
import { createToken, hashToken } from "#platform/identity/secrets.ts";
import { createLogger } from "#platform/observability/log.ts";
import { createApp, createServices, storeFirstData } from "../../../app.ts";
import { storeDemoData } from "../../../demo/commands.ts";
import { loadConfig } from "../../config.ts";
import { errorHeader, operationHeader } from "./wire.ts";

/** The whole server with the people of the demo, listening on a port of its own. */
export interface FuzzedSite {
  port: number;
  agent: Agent;
  deriveCsrfToken(session: string | undefined): string;
  createVisitorToken(): string;
  /** Signs an account in without its password; returns the session token. */
  openSession(account: string): Promise<string>;
  close(): Promise<void>;
}

const insertSession = `
  insert into sessions (token_hash, browser_id, user_pk, expires_at)
  select $1, gen_random_uuid(), pk, now() + interval '1 day' from users where account = $2`;

/** Opens the site on a migrated database, or else on a new one in memory. */
export async function openFuzzedSite(
  connections: number,
  migrated?: Database,
): Promise<FuzzedSite> {
  const data_dir = mkdtempSync(join(tmpdir(), "toibako-fuzz-"));
  const env = { DATA_DIR: data_dir, LOG_LEVEL: "silent" };
  const config = { ...loadConfig(env), limit_factor: 0 };
  const database = migrated ?? wrapPglite(await PGlite.create());
  const log = createLogger("silent");
  const services = await createServices(config, database, log);
  const { secrets } = services;
  if (!migrated) await migrate(database.db);
  await storeFirstData(services);
  const { server, jobs } = await createApp(services, log, { pages: "none" });
  server.addHook("onRequest", async ({ routeOptions }, reply) => {
    const { schema } = routeOptions as { schema?: { operationId?: string } };
    reply.header(operationHeader, schema?.operationId ?? "");
  });
  server.addHook("onError", async (_request, reply, error) => {
    const stack = String(error.stack).slice(0, 2_000);
    reply.header(errorHeader, Buffer.from(stack).toString("base64"));
  });
  await services.jobs.start(jobs, { isWorker: false });
  await storeDemoData(services);
  await server.listen({ port: 0, host: "127.0.0.1" });
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    port: (server.server.address() as AddressInfo).port,
    agent,
    deriveCsrfToken: (session) => secrets.deriveCsrfToken(session),
    createVisitorToken: () => secrets.createVisitorToken("fuzz", undefined, new Date()),
    openSession: async (account) => {
      const token = createToken();
      await database.executeSql(insertSession, [hashToken(token), account]);
      return token;
    },
    close: async () => {
      agent.destroy();
      await server.close();
      await services.jobs.stop();
      await services.bus.close();
      await database.close();
      rmSync(data_dir, { recursive: true, force: true });
    },
  };
}
