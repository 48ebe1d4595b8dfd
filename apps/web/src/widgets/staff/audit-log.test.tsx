// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { locales } from "@toibako/contract/locales.ts";
import {
  type AuditAction,
  type AuditObject,
  auditActions,
  auditObjects,
  auditReasons,
} from "@toibako/contract/staff/audit.ts";
import type { AuditEntry } from "@toibako/contract/staff/roles.ts";
import { expect, test } from "vitest";
import { bareSite } from "#lib/page/router-context.ts";
import { openPage } from "#lib/testing/page.tsx";
import { AuditLog } from "./audit-log.tsx";

const id = "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed";
/** The ids of objects that are no random ids. */
const ids: Partial<Record<AuditObject, string>> = {
  "accounts by": "email",
  "ad tag": "header_promo",
  badge: "nav_footer_friends",
  page: "terms",
  "word list": "questions ko",
};
/** Reasons of actions that have no list of codes but parts that aren't written by anybody. */
const builtReasons: Partial<Record<AuditAction, string[]>> = {
  "account.birthday": [`It was wrong (inquiry ${id})`],
  "page.save": ["dt, zh-CN"],
  "role.change": ["moderator: She is new", "none: She goes", "by the operator: admin"],
};

let number = 0;
const buildEntry = (action: string, reason: string, object: string): AuditEntry => ({
  number: ++number,
  actor: "emi",
  action,
  object,
  object_account: "yui",
  reason,
  happened_hour: "2026-11-29T10:00:00.000Z",
});

const entries = [
  ...auditActions.flatMap((action) =>
    [...auditReasons[action], ...(builtReasons[action] ?? [])].map((reason) =>
      buildEntry(action, reason, `case ${id}`),
    ),
  ),
  ...auditActions.map((action) => buildEntry(action, "", `case ${id}`)),
  ...auditObjects.map((kind) => buildEntry("case.open", "", `${kind} ${ids[kind] ?? id}`)),
];

test.each(locales)(
  "MOD-06 in %s the audit log says every action, object and reason in words",
  async (locale) => {
    const page = await openPage(bareSite, locale);
    const data = { entries, has_more: false, actions: [...auditActions] };
    page.reply = async () => ({ status: 200, data });
    await act(async () => page.show(<AuditLog search={{}} />));
    const rows = screen.getAllByRole("listitem");
    expect(rows).toHaveLength(entries.length);
    for (const [index, row] of rows.entries()) {
      const { action, reason } = entries[index] as AuditEntry;
      const words = row.textContent;
      expect(words).not.toContain(action);
      expect(words).not.toMatch(/inquiry 1b9d|by the operator|moderator:|none:|dt, zh-CN/);
      const title = row.querySelector("b")?.nextElementSibling?.textContent ?? "";
      expect(title).not.toBe("");
      for (const code of Object.values(ids)) expect(title).not.toContain(code);
      const shown = row.querySelectorAll("p")[1]?.textContent;
      if (reason !== "") expect(["", reason]).not.toContain(shown);
    }
  },
);
