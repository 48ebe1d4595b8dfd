// The server as right after its start: it forgets how many questions a sender has sent, so that it
// searches for the number each time. Started like main.ts.
import { createApp, createServices } from "../apps/server/src/app.ts";
import { loadConfig } from "../apps/server/src/platform/config.ts";
import { openDatabase } from "../apps/server/src/platform/database/db.ts";
import { createLogger } from "../apps/server/src/platform/observability/log.ts";

const config = loadConfig(process.env);
const log = createLogger(config.log_level);
const database = await openDatabase(config);
const services = createServices(config, database, log);
const { sent_counts } = services;
const remember = sent_counts.set.bind(sent_counts);
sent_counts.set = (sender, count) => {
  // The number is known exactly if only one number is at least `least` and below `below`.
  const isExact = count?.below === (count?.least ?? 0) + 1;
  // A request that has just found the number still uses it.
  if (isExact) setImmediate(() => sent_counts.delete(sender));
  return remember(sender, count);
};
const app = await createApp(services, log, { pages: "none" });
await services.jobs.start(app.jobs, { isWorker: false });
await app.server.listen({ port: config.port, host: config.host });
