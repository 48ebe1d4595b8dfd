import type { LRUCache } from "lru-cache";
import type { Config } from "./config.ts";
import type { Database, Db } from "./database/db.ts";
import type { EventBus } from "./events/events.ts";
import type { Secrets } from "./identity/secrets.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Logger } from "./observability/log.ts";
import type { Storage } from "./storage/storage.ts";

/** Bounds of how many questions a sender has sent: at least `least`, and fewer than `below`. */
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
   * A cache of how many questions each sender has sent, by the sender's identity in hex. `countSent`
   * uses it.
   */
  sent_counts: LRUCache<string, SentCount>;
  /** Keys of accounts that sent a request today and that `storeActiveAccounts` has not stored yet. */
  active_accounts: Set<number>;
  /**
   * The hour in which a session was last used, by the session's id, until `storeActiveSessions` stores
   * it.
   */
  active_sessions: Map<string, Date>;
}
