import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { register } from "@toibako/contract/accounts.ts";
import { keepFilesPrivate, restrictDataFolder } from "#platform/database/data-folder.ts";
import { openDatabase } from "#platform/database/db.ts";
import { migrate } from "#platform/database/migrate.ts";
import { createLogger } from "#platform/observability/log.ts";
import { createApp, createServices } from "../../app.ts";
import { loadConfig } from "../config.ts";
import { Browser } from "./browser.ts";

/**
 * Opens the data folder as the server does, uses it, and prints as JSON which files other users may
 * access there: once while it is open (`during`), and once after it was closed (`after`). This needs a
 * process of its own, because the umask applies to a whole process.
 */
keepFilesPrivate();
const config = { ...loadConfig(process.env), limit_factor: 0 };
const database = await openDatabase(config);
const failed = restrictDataFolder(config.data_dir);
await migrate(database.db);
const log = createLogger("silent");
const services = await createServices(config, database, log);
const app = await createApp(services, log, { pages: "none" });
await services.jobs.start(app.jobs, { isWorker: false });
await app.server.ready();

const yui = new Browser(app.server, services, "ja");
const password = "a long enough password";
await yui.send(register, { body: { account: "yui", password, locale: "ja" } });
const picture = await yui.sendRaw("GET", "/cards/profiles/ja/yui.png");
const during = listReadableByOthers();
await app.server.close();
await services.jobs.stop();
await services.bus.close();
await database.close();
const after = listReadableByOthers();
process.stdout.write(JSON.stringify({ status: picture.status, failed, during, after }));

function listReadableByOthers() {
  const names = ["", ...readdirSync(config.data_dir, { recursive: true, encoding: "utf8" })];
  const readable = names.filter(
    (name) => (statSync(join(config.data_dir, name)).mode & 0o077) !== 0,
  );
  return { files_count: names.length, readable };
}
