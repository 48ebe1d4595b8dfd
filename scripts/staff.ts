// Gives and takes the roles of staff, and checks the audit log. Runs on PostgreSQL by DATABASE_URL, or on the embedded
// database in DATA_DIR while the server is stopped.
import { loadConfig } from "../apps/server/src/platform/config.ts";
import { type Db, openDatabase } from "../apps/server/src/platform/database/db.ts";
import { Mistake, runCommandLine } from "./command.ts";

const usage = `Usage:
  npm run staff -- role <account> <moderator|admin|none>   gives an account a role, or takes it
  npm run staff -- audit                                   checks that no row of the audit log was changed or deleted`;

const roles = { moderator: "moderator", admin: "admin", none: null } as const;

async function giveRole(db: Db, account: string, name: string): Promise<string> {
  const { changeRole } = await import("../apps/server/src/features/staff/commands/roles.ts");
  if (!(name in roles)) throw new Mistake(usage);
  const role = roles[name as keyof typeof roles];
  if (!(await changeRole(db, account, role))) throw new Mistake("There is no such account.");
  return role === null ? `${account} has no role any more.` : `${account} is now ${role}.`;
}

async function checkAudit(db: Db): Promise<string> {
  const { findFirstBadEntry } = await import("../apps/server/src/platform/database/audit.ts");
  const number = await findFirstBadEntry(db);
  if (number === undefined) return "The audit log is unchanged.";
  throw new Mistake(`Row ${number} of the audit log was changed, added or deleted.`);
}

async function run([command, account, role, ...others]: readonly string[]): Promise<string> {
  const isRole = command === "role" && account !== undefined && role !== undefined;
  const isAudit = command === "audit" && account === undefined;
  if ((!isRole && !isAudit) || others.length > 0) throw new Mistake(usage);
  const { db, close } = await openDatabase(loadConfig(process.env));
  try {
    return isRole ? await giveRole(db, account.replace(/^@/, ""), role) : await checkAudit(db);
  } finally {
    await close();
  }
}

runCommandLine(run);
