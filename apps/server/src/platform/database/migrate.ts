import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "#platform/start-error.ts";
import * as firstSchema from "../../migrations/20261127T1200-first-schema.ts";
import * as formerWaysToSignIn from "../../migrations/20261127T1730-former-ways-to-sign-in.ts";
import * as receivedNotices from "../../migrations/20261127T1740-received-notices.ts";
import * as staff from "../../migrations/20261127T1800-staff.ts";
import * as roundedTimes from "../../migrations/20261127T1810-rounded-times.ts";
import * as cleanUpIndexes from "../../migrations/20261127T1820-cleanup-indexes.ts";
import * as endOfDailyMail from "../../migrations/20261127T1840-end-of-daily-mail.ts";
import * as oldImportsIndex from "../../migrations/20261128T1000-old-imports-index.ts";
import * as noticesWithoutOwner from "../../migrations/20261128T1010-notices-without-owner.ts";
import * as talks from "../../migrations/20261128T1100-talks.ts";
import * as talkNotices from "../../migrations/20261128T1110-talk-notices.ts";
import * as messageWords from "../../migrations/20261128T1120-message-words.ts";
import * as countedFollows from "../../migrations/20261128T1130-counted-follows.ts";
import * as answersByTime from "../../migrations/20261128T1140-answers-by-time.ts";
import * as rooms from "../../migrations/20261128T1200-rooms.ts";
import * as daysOfBlocks from "../../migrations/20261128T1420-days-of-blocks.ts";
import * as sentNumbers from "../../migrations/20261128T1500-sent-numbers.ts";
import * as priorityOfGradeRooms from "../../migrations/20261128T1610-priority-of-grade-rooms.ts";
import * as billing from "../../migrations/20261128T1910-billing.ts";
import * as billingYears from "../../migrations/20261129T0010-billing-years.ts";
import * as cases from "../../migrations/20261129T0120-cases.ts";
import * as inquiries from "../../migrations/20261129T0500-inquiries.ts";
import * as peopleIndexes from "../../migrations/20261129T0501-people-indexes.ts";
import * as seals from "../../migrations/20261129T0510-seals.ts";
import * as contents from "../../migrations/20261129T0520-contents.ts";
import * as staffOverview from "../../migrations/20261129T0540-staff-overview.ts";
import * as publicCounts from "../../migrations/20261129T0550-public-counts.ts";
import * as textsOfStaff from "../../migrations/20261129T0930-texts-of-staff.ts";
import * as contentPictures from "../../migrations/20261129T0940-content-pictures.ts";
import * as communitiesAndRooms from "../../migrations/20261129T0941-communities-and-rooms.ts";
import * as stampsAndBadges from "../../migrations/20261129T0950-stamps-and-badges.ts";
import * as accountReports from "../../migrations/20261129T0955-account-reports.ts";
import * as reportsWithoutReporter from "../../migrations/20261129T0956-reports-without-reporter.ts";
import * as games from "../../migrations/20261129T1500-games.ts";
import * as diagnosis from "../../migrations/20261129T1510-diagnosis.ts";
import * as adTags from "../../migrations/20261129T1520-ad-tags.ts";
import * as banners from "../../migrations/20261129T1530-banners.ts";
import * as papers from "../../migrations/20261130T0900-papers.ts";
import * as answersOfUserByTime from "../../migrations/20261130T1000-answers-of-user-by-time.ts";
import * as milestones from "../../migrations/20261130T1100-milestones.ts";
import type { Db } from "./db.ts";
import { transaction } from "./transaction.ts";

interface Migration {
  /** The name of its file. The database stores it, so it must not change. */
  name: string;
  up(db: Db): Promise<void>;
  /**
   * For `create index concurrently` and the like: each statement is committed by itself. If the process
   * ends in between, the migration is run again from its beginning, so it must repeat safely, for example
   * with `drop index concurrently if exists` before creating an index.
   */
  isOutsideTransaction?: boolean;
}

/** All migrations in the order in which they run, forward only and the same for both databases. */
export const migrations: readonly Migration[] = [
  { name: "20261127T1200-first-schema", ...firstSchema },
  { name: "20261127T1730-former-ways-to-sign-in", ...formerWaysToSignIn },
  { name: "20261127T1740-received-notices", ...receivedNotices },
  { name: "20261127T1800-staff", ...staff },
  { name: "20261127T1810-rounded-times", ...roundedTimes, isOutsideTransaction: true },
  { name: "20261127T1820-cleanup-indexes", ...cleanUpIndexes },
  { name: "20261127T1840-end-of-daily-mail", ...endOfDailyMail },
  { name: "20261128T1000-old-imports-index", ...oldImportsIndex },
  { name: "20261128T1010-notices-without-owner", ...noticesWithoutOwner },
  { name: "20261128T1100-talks", ...talks },
  { name: "20261128T1110-talk-notices", ...talkNotices },
  { name: "20261128T1120-message-words", ...messageWords },
  { name: "20261128T1130-counted-follows", ...countedFollows },
  { name: "20261128T1140-answers-by-time", ...answersByTime },
  { name: "20261128T1200-rooms", ...rooms },
  { name: "20261128T1420-days-of-blocks", ...daysOfBlocks },
  { name: "20261128T1500-sent-numbers", ...sentNumbers },
  { name: "20261128T1610-priority-of-grade-rooms", ...priorityOfGradeRooms },
  { name: "20261128T1910-billing", ...billing },
  { name: "20261129T0010-billing-years", ...billingYears },
  { name: "20261129T0120-cases", ...cases },
  { name: "20261129T0500-inquiries", ...inquiries },
  { name: "20261129T0501-people-indexes", ...peopleIndexes },
  { name: "20261129T0510-seals", ...seals },
  { name: "20261129T0520-contents", ...contents },
  { name: "20261129T0540-staff-overview", ...staffOverview },
  { name: "20261129T0550-public-counts", ...publicCounts },
  { name: "20261129T0930-texts-of-staff", ...textsOfStaff },
  { name: "20261129T0940-content-pictures", ...contentPictures },
  { name: "20261129T0941-communities-and-rooms", ...communitiesAndRooms },
  { name: "20261129T0950-stamps-and-badges", ...stampsAndBadges },
  { name: "20261129T0955-account-reports", ...accountReports },
  { name: "20261129T0956-reports-without-reporter", ...reportsWithoutReporter },
  { name: "20261129T1500-games", ...games },
  { name: "20261129T1510-diagnosis", ...diagnosis },
  { name: "20261129T1520-ad-tags", ...adTags },
  { name: "20261129T1530-banners", ...banners },
  { name: "20261130T0900-papers", ...papers },
  { name: "20261130T1000-answers-of-user-by-time", ...answersOfUserByTime },
  { name: "20261130T1100-milestones", ...milestones },
];

/** Identifies the lock that a process holds while it migrates, among the locks of this database. */
const lockKey = "hashtext('toibako_migrations')";
/** Milliseconds between two attempts to get the lock. */
const lockInterval = 100;

/**
 * Runs the migrations that have not run yet. Several processes may call it at once; one runs the
 * migrations, the others wait for it.
 */
export async function migrate(db: Db, toRun = migrations): Promise<void> {
  // A pooler may give each transaction another connection. So only a start that migrates needs a session.
  if (await hasRun(db, toRun)) return;
  await db.session(async (session) => {
    // Waiting in the database would hold a snapshot, for which `create index concurrently` waits.
    while (!(await tryLock(session))) await sleep(lockInterval);
    try {
      await session.query(`
        create table if not exists migrations (
          name text primary key, run_at timestamptz not null default now()
        )`);
      await adoptFormerSchema(session);
      const rows = await session.query<{ name: string }>("select name from migrations");
      const names = new Set(rows.map(({ name }) => name));
      for (const migration of toRun) if (!names.has(migration.name)) await run(session, migration);
    } finally {
      await session.query(`select pg_advisory_unlock(${lockKey})`);
    }
  });
}

async function hasRun(db: Db, toRun: readonly Migration[]): Promise<boolean> {
  const [table] = await db.query("select where to_regclass('migrations') is not null");
  if (table === undefined) return false;
  const rows = await db.query<{ name: string }>("select name from migrations");
  const names = new Set(rows.map(({ name }) => name));
  return toRun.every(({ name }) => names.has(name));
}

async function tryLock(session: Db): Promise<boolean> {
  const sql = `select pg_try_advisory_lock(${lockKey}) as is_locked`;
  const [row] = await session.query<{ is_locked: boolean }>(sql);
  return row?.is_locked === true;
}

async function run(session: Db, { name, up, isOutsideTransaction }: Migration): Promise<void> {
  const runAndRecord = async (db: Db) => {
    await up(db);
    await db.query("insert into migrations (name) values ($1)", [name]);
  };
  try {
    await (isOutsideTransaction ? runAndRecord(session) : transaction(session, runAndRecord));
  } catch (cause) {
    throw new Error(`the migration ${name} failed`, { cause });
  }
}

/** The last of the 38 migrations that the first schema replaces, and their number. */
const lastFormerMigration = "20261126T1900-revoked-mail-links";
const formerMigrationCount = 38;

/** Takes over a database that was made by the migrations before the first schema. */
async function adoptFormerSchema(session: Db): Promise<void> {
  const [{ has_record } = { has_record: false }] = await session.query<{ has_record: boolean }>(
    "select to_regclass('kysely_migration') is not null as has_record",
  );
  if (!has_record) return;
  const rows = await session.query<{ name: string }>("select name from kysely_migration");
  const isComplete =
    rows.length === formerMigrationCount && rows.some(({ name }) => name === lastFormerMigration);
  if (!isComplete && rows.length > 0) {
    throw new StartError(
      `This database has run ${rows.length} of the ${formerMigrationCount} migrations before the first schema. ` +
        "Start the release before it (commit 5c44ae5f) once, which runs the others, and then this one.",
      9,
    );
  }
  await transaction(session, (db) =>
    db.query(`
      drop table kysely_migration, kysely_migration_lock;
      ${
        isComplete
          ? `alter table sent_questions
               rename constraint sent_questions_question_pk_fkey1 to sent_questions_question_pk_fkey;
             insert into migrations (name) values ('${migrations[0]?.name}')`
          : ""
      }`),
  );
}
