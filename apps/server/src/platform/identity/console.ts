import { consoleMinutes } from "@toibako/contract/staff/console.ts";
import type { FastifyRequest } from "fastify";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import { hashSessionToken } from "./session.ts";

const setConsoleUntil = `console_until = now() + interval '${consoleMinutes} minutes'`;

const openSql = statement(
  "session.openConsole",
  `update sessions set ${setConsoleUntil} where token_hash = :token_hash returning id`,
);
const findSql = statement(
  "session.findConsole",
  "select id from sessions where token_hash = :token_hash and console_until > now()",
);
const renewSql = statement(
  "session.renewConsole",
  `update sessions set ${setConsoleUntil} where token_hash = :token_hash and console_until > now() returning id`,
);
const closeSql = statement(
  "session.closeConsole",
  "update sessions set console_until = null where token_hash = :token_hash",
);

/** SQL: closes the console in all sessions of the accounts (`user_pk`) of the CTE `from`, for example when a second factor goes. */
export const closeConsolesSql = (from: string): string =>
  `update sessions set console_until = null from ${from} where sessions.user_pk = ${from}.user_pk`;

/** Opens the console of staff for the session of a request, after its account has proved a second factor. */
export async function openConsole(db: Db, request: FastifyRequest): Promise<void> {
  const token_hash = hashSessionToken(request);
  const opened = token_hash ? await openSql(db, { token_hash }) : [];
  if (opened.length === 0) throw new Failure("sign_in_needed");
}

/** Throws `console_closed` unless the console is open for the session of a request. */
export async function rejectClosedConsole(db: Db, request: FastifyRequest): Promise<void> {
  const token_hash = hashSessionToken(request);
  const found = token_hash ? await findSql(db, { token_hash }) : [];
  if (found.length === 0) throw new Failure("console_closed");
}

/** Keeps the console open for another hour; throws `console_closed` if it is closed. */
export async function renewConsole(db: Db, request: FastifyRequest): Promise<void> {
  const token_hash = hashSessionToken(request);
  const renewed = token_hash ? await renewSql(db, { token_hash }) : [];
  if (renewed.length === 0) throw new Failure("console_closed");
}

export async function closeConsole(db: Db, request: FastifyRequest): Promise<void> {
  const token_hash = hashSessionToken(request);
  if (token_hash) await closeSql(db, { token_hash });
}
