import type { LRUCache } from "lru-cache";
import type { Config } from "./config.ts";
import type { Database, Db } from "./database/db.ts";
import type { EventBus } from "./events/events.ts";
import type { Secrets } from "./identity/secrets.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Logger } from "./observability/log.ts";
import type { Storage } from "./storage.ts";

/** How many questions a sender has sent: at least `least`, and fewer than `below`. */
export interface SentCount {
  least: number;
  below: number;
}

/** Dependencies that all features share; created once at start. */
export interface Services {
  config: Config;
  database: Database;
  db: Db;
  secrets: Secrets;
  bus: EventBus;
  jobs: Jobs;
  storage: Storage;
  log: Logger;
  /**
   * What this process knows about the number of questions of each sender, by identity in hex; see
   * `countSent`.
   */
  sent_counts: LRUCache<string, SentCount>;
  /** Accounts that were here today, which `storeActiveAccounts` has not stored yet. */
  active_accounts: Set<number>;
  /**
   * The hour in which each session was last used, by session id, which `storeActiveSessions` has not
   * stored yet.
   */
  active_sessions: Map<string, Date>;
}
