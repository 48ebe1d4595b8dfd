import { StorageUnavailable } from "#platform/storage/storage.ts";

/**
 * A statement got no reply in time, so it is unknown whether the database executed it. Or the
 * statement was not sent, because the deadline of its request had passed.
 */
export class DatabaseTimeout extends Error {
  readonly code = "DATABASE_TIMEOUT";

  constructor() {
    super("the database did not reply in time");
  }
}

const connectionLost = new Set([
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now
  "57P05", // idle_session_timeout
  "25P03", // idle_in_transaction_session_timeout
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
]);

const conflicts = new Set([
  "40001", // serialization_failure
  "40P01", // deadlock_detected
]);

const timeouts = new Set([
  "DATABASE_TIMEOUT",
  "55P03", // lock_not_available
  "57014", // query_canceled
]);

const unavailable = new Set([
  "DATABASE_TIMEOUT",
  "25006", // read_only_sql_transaction: a standby, or a server that protects its full disk
  "55P03", // lock_not_available
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  // Errors of local files: the disk is full, fails or is read-only, or too many files are open.
  "ENOSPC",
  "EDQUOT",
  "EROFS",
  "EIO",
  "EMFILE",
  "ENFILE",
]);

/**
 * PostgreSQL's error classes that are not caused by the statement itself: 08 connection exceptions,
 * 53 no disk space, memory or connections left, 57 statement timeouts and shutdowns, 58 faults of
 * the system. See https://www.postgresql.org/docs/current/errcodes-appendix.html.
 */
const unavailableClass = /^(?:08|53|57|58)[0-9A-Z]{3}$/;

// Messages of the driver that have no code.
const lostMessage = /Connection terminated(?! due to connection timeout)|is not queryable/;
const noConnectionMessage = /connection timeout|timeout exceeded when trying|been discarded/;

/** Whether a statement took too long, or waited too long for its reply, a lock or a connection. */
export function isTimeout(error: unknown): boolean {
  const { code = "", message = "" } = readCodeAndMessage(error);
  return timeouts.has(code) || noConnectionMessage.test(message);
}

/** Whether the connection was lost or a conflict occurred, so that a retry may succeed. */
export function isWorthRetrying(error: unknown): boolean {
  const { code = "", message = "" } = readCodeAndMessage(error);
  return (
    code.startsWith("08") ||
    connectionLost.has(code) ||
    conflicts.has(code) ||
    (code === "" && lostMessage.test(message))
  );
}

/** Whether the database, the disk or the store of files is temporarily unavailable, so that the request gets 503. */
export function isUnavailable(error: unknown): boolean {
  const { code = "", message = "" } = readCodeAndMessage(error);
  return (
    isWorthRetrying(error) ||
    error instanceof StorageUnavailable ||
    unavailable.has(code) ||
    unavailableClass.test(code) ||
    (code === "" && noConnectionMessage.test(message))
  );
}

/** Whether a migration has changed what a prepared statement returns. */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, message = "" } = readCodeAndMessage(error);
  return code === "0A000" && message.includes("cached plan");
}

/** Whether a unique index refused a row. */
export function isUniqueViolation(error: unknown): boolean {
  return readCodeAndMessage(error).code === "23505";
}

function readCodeAndMessage(error: unknown): { code?: string; message?: string } {
  if (typeof error !== "object" || error === null) return {};
  const { code, message } = error as { code?: unknown; message?: unknown };
  return {
    ...(typeof code === "string" && { code }),
    ...(typeof message === "string" && { message }),
  };
}
