import {
  type AuditAction,
  auditActions,
  auditObjects,
  auditReasons,
} from "@toibako/contract/staff/audit.ts";
import { expect, test } from "vitest";
import { declaredStatements } from "#platform/database/statement.ts";
import "../../app.ts";

/** The actions of staff, with the SQL of their objects and reasons, as all statements record them. */
const recorded = [...declaredStatements.values()].flatMap(({ text }) => {
  const [, object, reason] =
    / as actor_pk, \((.*)\)::text as object,\s+\(([\s\S]*?)\)::text as reason, date_trunc/.exec(
      text,
    ) ?? [];
  const [, action] = /select number, actor_pk, '([^']+)', object/.exec(text) ?? [];
  return action && object && reason ? [{ action, object, reason }] : [];
});
const listQuoted = (sql: string) =>
  [...sql.matchAll(/'([^']*)'/g)].flatMap(([, text]) => text || []);

test("MOD-06 the contract names every action and every kind of object that the audit log can have", () => {
  const recordings = [...declaredStatements.values()].filter(({ text }) =>
    text.includes("insert into audit "),
  );
  expect(recorded).toHaveLength(recordings.length);
  expect(new Set(recorded.map(({ action }) => action))).toEqual(new Set(auditActions));
  const objects = recorded.map(({ object }) => /^'([a-z ]+) ' \|\|/.exec(object)?.[1]);
  expect(new Set(objects)).toEqual(new Set(auditObjects));
});

test("MOD-06 the contract names every code that a statement writes as a reason", () => {
  const codes = new Map<string, string[]>();
  for (const { action, reason } of recorded) {
    const listed = /^(case|')/.test(reason) && !reason.includes("||") ? listQuoted(reason) : [];
    codes.set(action, [...(codes.get(action) ?? []), ...listed]);
  }
  const written = [...codes].filter(([, listed]) => listed.length > 0);
  expect(written.length).toBeGreaterThan(5);
  for (const [action, listed] of written)
    expect([action, new Set(listed)]).toEqual([
      action,
      new Set<string>(auditReasons[action as AuditAction]),
    ]);
});
