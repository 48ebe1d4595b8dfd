import { statement } from "./db.ts";
import type { Job } from "./jobs.ts";
import type { Services } from "./services.ts";

const expiredSessions = statement("delete from sessions where expires_at < now()");
const oldToggles = statement(`delete from like_toggles where made_at < now() - interval '2 days'`);

const oldStarts = statement("delete from social_starts where expires_at < now()");

/** Once an hour: what has run out and serves nobody any more. */
export function sweep({ db }: Services): Job {
  return {
    name: "sweep",
    cron: "17 * * * *",
    run: async () => {
      await expiredSessions(db);
      await oldToggles(db);
      await oldStarts(db);
    },
  };
}
