import { ConfigError, loadConfig } from "./platform/config.ts";
import { openDatabase } from "./platform/db.ts";
import { createLogger } from "./platform/log.ts";
import { migrate } from "./platform/migrate.ts";
import { StartError } from "./platform/start-error.ts";

/** From the environment to a listening server; a signal stops it gracefully. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLogger(config.log_level);
  const database = await openDatabase(config);
  await migrate(database.db);
  // Loaded only now: who can't start hears of it at once.
  const { createApp, createServices } = await import("./app.ts");
  const services = createServices(config, database, log);
  const app = await createApp(services, log, config.production ? "built" : "development");
  await services.jobs.start(app.jobs, config.role !== "web");
  if (config.demo) await import("./demo/commands.ts").then(({ populate }) => populate(services));
  await app.server.listen({ port: config.port, host: config.host });
  process.stdout.write(`Toibako is at ${config.public_url}\n`);

  const stop = async () => {
    app.stopping();
    await app.server.close();
    await services.jobs.stop();
    await services.bus.close();
    await database.close();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      // Whatever hangs may not keep the process: what was answered is already stored.
      setTimeout(() => process.exit(1), 10_000).unref();
      stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError || error instanceof StartError) {
    process.stderr.write(`${error.message}\n`);
    process.exit(error instanceof StartError ? error.exit_code : 2);
  }
  process.stderr.write(
    `Toibako could not start: ${error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
});
