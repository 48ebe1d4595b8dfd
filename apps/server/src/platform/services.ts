import type { Config } from "./config.ts";
import type { Database, Db } from "./db.ts";
import type { EventBus } from "./events.ts";
import type { Jobs } from "./jobs.ts";
import type { Secrets } from "./secrets.ts";
import type { Storage } from "./storage.ts";

/** What every feature may use; made once at start. */
export interface Services {
  config: Config;
  database: Database;
  db: Db;
  secrets: Secrets;
  bus: EventBus;
  jobs: Jobs;
  storage: Storage;
}
