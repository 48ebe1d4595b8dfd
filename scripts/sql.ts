// npm run sql: describes every declared statement on a migrated database in memory and writes the
// types of their parameters and rows.
//   --check   fails if the generated types aren't current
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { createApp, createServices } from "../apps/server/src/app.ts";
// Declares the statements of the demo, which the app doesn't import.
import "../apps/server/src/demo/commands.ts";
// Those of a command of the operator.
import "../apps/server/src/features/staff/commands/roles.ts";
import { loadConfig } from "../apps/server/src/platform/config.ts";
import { columnTypes } from "../apps/server/src/platform/database/column-types.ts";
import { wrapPglite } from "../apps/server/src/platform/database/db-embedded.ts";
import { migrate } from "../apps/server/src/platform/database/migrate.ts";
import { declaredStatements } from "../apps/server/src/platform/database/statement.ts";
import { createLogger } from "../apps/server/src/platform/observability/log.ts";
import { type Columns, describeStatement, readColumns } from "./sql/describe.ts";
import { formatTypes, readUnions } from "./sql/types.ts";

const file = new URL("../apps/server/src/platform/database/statements.gen.ts", import.meta.url);

/** Creates a migrated in-memory database with the tables of the job queue. */
async function openMigrated(): Promise<PGlite> {
  const pglite = await PGlite.create();
  const dataDir = mkdtempSync(join(tmpdir(), "toibako-sql-"));
  const log = createLogger("silent");
  const services = await createServices(loadConfig({ DATA_DIR: dataDir }), wrapPglite(pglite), log);
  await migrate(services.db);
  const app = await createApp(services, log, { pages: "none" });
  await services.jobs.start(app.jobs, { isWorker: false });
  await app.server.close();
  await services.jobs.stop();
  rmSync(dataDir, { recursive: true, force: true });
  return pglite;
}

interface DatabaseFault {
  message?: string;
  position?: string;
}

/** Formats a database error of a statement, with its line and a caret. */
function formatFault(name: string, text: string, { message, position }: DatabaseFault): string {
  if (position === undefined) return `${name}: ${message}`;
  const before = text.slice(0, Number(position) - 1);
  const start = before.lastIndexOf("\n") + 1;
  const [line = ""] = text.slice(start).split("\n");
  return `${name}: ${message}\n  ${line}\n  ${" ".repeat(before.length - start)}^`;
}

async function generate(pglite: PGlite, columns: Columns) {
  // For columns with a check of their values, such as a status.
  const unions = await readUnions(pglite);
  const imports = new Set<string>();
  const entries: string[] = [];
  const faults: string[] = [];
  for (const [name, compiled] of [...declaredStatements].sort(([a], [b]) => (a < b ? -1 : 1))) {
    try {
      const types = formatTypes(await describeStatement(pglite, columns, compiled), unions);
      for (const typeAndModule of types.imports) imports.add(typeAndModule);
      entries.push(`  "${name}": ${types.text};`);
    } catch (error) {
      faults.push(formatFault(name, compiled.text, error as DatabaseFault));
    }
  }
  return { text: formatFile(imports, entries), faults };
}

function formatFile(imports: ReadonlySet<string>, entries: readonly string[]): string {
  const modules = new Map<string, string[]>();
  for (const typeAndModule of [...imports].sort()) {
    const [type = "", from = ""] = typeAndModule.split(" ");
    modules.set(from, [...(modules.get(from) ?? []), type]);
  }
  const importLines = [...modules].map(
    ([from, types]) => `import type { ${types.join(", ")} } from "${from}";`,
  );
  return `// Written by \`npm run sql\` from the database's description of each statement.
${importLines.join("\n")}

export interface Statements {
${entries.join("\n")}
}
`;
}

const pglite = await openMigrated();
const columns = await readColumns(pglite);
const existing = new Set([...columns.values()].map(({ name }) => name));
const unknownColumns = Object.keys(columnTypes).filter((name) => !existing.has(name));
const { text, faults } = await generate(pglite, columns);
await pglite.close();

const problems = [
  ...faults,
  ...unknownColumns.map((name) => `column-types.ts: there is no ${name}`),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
if (process.argv.includes("--check")) {
  if (readFileSync(file, "utf8") !== text) {
    console.error("statements.gen.ts is not current: run `npm run sql`.");
    process.exit(1);
  }
} else {
  writeFileSync(file, text);
}
console.log(`${declaredStatements.size} statements`);
process.exit(0);
