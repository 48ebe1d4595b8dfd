import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { inspect } from "node:util";
import { loadConfig } from "./platform/config.ts";
import { keepFilesPrivate, restrictDataFolder } from "./platform/database/data-folder.ts";
import { openDatabase, runWithoutTimeouts } from "./platform/database/db.ts";
import { migrate } from "./platform/database/migrate.ts";
import { ConfigError } from "./platform/environment.ts";
import { requireMemory } from "./platform/memory.ts";
import { createLogger } from "./platform/observability/log.ts";
import { openErrorReporter } from "./platform/observability/report-error.ts";
import { describeStartError, StartError } from "./platform/start-error.ts";

/** Milliseconds that closing may take: as long as a request, a job and an idle connection. */
const maxClosingTime = 25_000;

/** Starts the server from the environment; SIGINT and SIGTERM stop it gracefully. */
async function main(): Promise<void> {
  keepFilesPrivate();
  requireMemory(320, "The server");
  const config = loadConfig(process.env);
  const reportError =
    config.error_report_url === undefined
      ? undefined
      : await openErrorReporter(config.error_report_url);
  const log = createLogger(config.log_level, undefined, reportError);
  const database = await openDatabase(config, log);
  for (const path of restrictDataFolder(config.data_dir)) {
    log.warn(
      { path },
      "other users of this machine may read this path: make it private (chmod go=)",
    );
  }
  if (config.s3) {
    const { checkStore } = await import("./platform/storage/s3.ts");
    await checkStore(config.s3);
  }
  await runWithoutTimeouts(config, database, migrate);
  // Imported late so that configuration errors surface before the slow imports.
  const { createApp, createServices, storeFirstData } = await import("./app.ts");
  const services = await createServices(config, database, log);
  await storeFirstData(services);
  const app = await createApp(services, log, {
    pages: config.is_production ? "built" : "development",
  });
  await services.jobs.start(app.jobs, { isWorker: config.role !== "web" });
  if (config.is_demo)
    await import("./demo/commands.ts").then(({ storeDemoData }) => storeDemoData(services));
  await app.server.listen({ port: config.port, host: config.host });
  process.stdout.write(`Toibako is at ${config.public_url}\n`);

  const stop = async () => {
    app.markStopping();
    app.server.endEventStreams(config.stop_delay * 1000);
    await setTimeout(config.stop_delay * 1000);
    await app.server.close();
    await services.bus.close();
    await database.close();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      // Ends the process even if closing hangs. No acknowledged write is lost, because it is already stored.
      const hanging = setTimeout(config.stop_delay * 1000 + maxClosingTime, undefined, {
        ref: false,
      });
      Promise.race([stop().then(() => 0), hanging.then(() => 1)]).then(
        (code) => process.exit(code),
        () => process.exit(1),
      );
    });
  }
}

main().catch((thrown: unknown) => {
  const error = describeStartError(thrown, { data_dir: resolve(process.env.DATA_DIR ?? "./data") });
  if (error instanceof ConfigError || error instanceof StartError) {
    process.stderr.write(`${error.message}\n`);
    process.exit(error instanceof StartError ? error.exitCode : 2);
  }
  process.stderr.write(`Toibako could not start: ${listStacks(error).join("\nbecause of ")}\n`);
  process.exit(1);
});

/** The stacks of an error and of its causes; further fields of database errors may hold what people wrote. */
function listStacks(error: unknown): string[] {
  if (error === undefined) return [];
  if (!(error instanceof Error)) return [inspect(error)];
  return [error.stack ?? error.message, ...listStacks(error.cause)];
}
