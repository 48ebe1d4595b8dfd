// node bench/export.ts [answers]: measures the memory that making an archive takes, 100,000 answers by default. It
// needs PostgreSQL at DATABASE_URL, whose database must be empty.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServices } from "../apps/server/src/app.ts";
import { startExport } from "../apps/server/src/features/archives/commands/exports.ts";
import { writeExport } from "../apps/server/src/features/archives/commands/write-export.ts";
import { createArchiveJobs } from "../apps/server/src/features/archives/jobs.ts";
import { loadConfig } from "../apps/server/src/platform/config.ts";
import { openDatabase } from "../apps/server/src/platform/database/db.ts";
import { migrate } from "../apps/server/src/platform/database/migrate.ts";
import { createLogger } from "../apps/server/src/platform/observability/log.ts";

const answers = Number(process.argv[2] ?? 100_000);
const megabyte = 1024 * 1024;
const data_dir = mkdtempSync(join(tmpdir(), "toibako-export-"));
const config = loadConfig({ ...process.env, DATA_DIR: data_dir });
const log = createLogger("warn");
const database = await openDatabase(config);
const services = createServices(config, database, log);
await migrate(database.db, services.secrets);
await services.jobs.start(createArchiveJobs(services), false);
await database.executeSql(`
  insert into users (id, account, displaying_name, locale, answers_count)
  values ('export', 'export', 'Export', 'ja', ${answers})`);
// About as long as the answers of the demo.
await database.executeSql(`
  with asked as (
    insert into questions (uuid_hash, receiver_pk, body, locale, asked_hour, is_answered, status)
    select 'q' || n, pk, n || '番目の質問です。最近うれしかったことは？', 'ja',
      date_trunc('hour', now() - n * interval '1 minute'), true, 'confirmed'
    from users, generate_series(1, ${answers}) n where account = 'export' returning pk, receiver_pk
  )
  insert into answers (id, question_pk, answerer_pk, text)
  select 'a' || pk, pk, receiver_pk, repeat('ありがとう。考えておきますね。', 1 + (pk % 9)::int) || md5(pk::text)
  from asked`);
const { rows } = await database.executeSql("select pk from users where account = 'export'");
const user_pk = Number((rows[0] as { pk: number }).pk);

await startExport(services, user_pk);
const { rows: runs } = await database.executeSql("select run from archive_exports");
const { run } = runs[0] as { run: number };
globalThis.gc?.();
const before = process.memoryUsage().rss;
let peak = before;
const sampling = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss);
}, 20);
const started = performance.now();
await writeExport(services, { user_pk, run });
const seconds = (performance.now() - started) / 1_000;
clearInterval(sampling);
const { rows: files } = await database.executeSql("select bytes from archive_exports");
const bytes = Number((files[0] as { bytes: number }).bytes);
console.log(
  `${answers} answers: ${(bytes / megabyte).toFixed(1)} MB in ${seconds.toFixed(1)} s; memory ${(before / megabyte).toFixed(0)} MB before, ${(peak / megabyte).toFixed(0)} MB at most`,
);
await services.jobs.stop();
await services.bus.close();
await database.close();
rmSync(data_dir, { recursive: true });
