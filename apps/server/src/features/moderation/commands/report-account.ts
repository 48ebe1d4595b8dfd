import type { Input } from "@toibako/contract/endpoint.ts";
import type { reportAccount as reportEndpoint } from "@toibako/contract/moderation.ts";
import { reportNoteLength } from "@toibako/contract/talks.ts";
import { statement } from "#platform/database/statement.ts";
import { lockThen } from "#platform/database/transaction.ts";
import { floorToHour } from "#platform/dates.ts";
import { Failure } from "#platform/http/failure.ts";
import { requireText } from "#platform/http/typed-text.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { findByAnyHandle } from "../../accounts/queries/handles.ts";
import { buildAccountReportSql } from "../../staff/commands/account-cases.ts";
import { selectAccount } from "./block.ts";

// The lock lets a repeated report find the first one.
const lockReported = statement(
  "moderation.lockReportedAccount",
  "select pk from users where pk = :pk and left_at is null for no key update",
);

const insertReport = statement(
  "moderation.insertAccountReport",
  `
  with ${buildAccountReportSql({
    reporter_pk: ":reporter_pk",
    reason: ":reason",
    note: ":note",
    isSame: "earlier.reporter_pk = :reporter_pk",
  })}
  select id from reported_account`,
);

/** Reports an account. A repeated report changes nothing as long as the case is open. */
export async function reportAccount(
  services: Services,
  { user }: SignedIn,
  account: string,
  { reason, note = "" }: Input<typeof reportEndpoint>["body"],
): Promise<void> {
  const written = requireText("note", note, reportNoteLength, { isOptional: true });
  const { db } = services;
  const reported = await findByAnyHandle(
    services,
    account,
    async (handle) => (await selectAccount(db, { account: handle }))[0],
  );
  if (!reported) throw new Failure("not_found");
  if (reported.pk === user.pk) throw new Failure("refused");
  await lockThen(
    db,
    (db) => lockReported(db, { pk: reported.pk }),
    async (db, [locked]) => {
      if (!locked) throw new Failure("not_found");
      await insertReport(db, {
        reported_pk: locked.pk,
        reporter_pk: user.pk,
        reason,
        note: written,
        hour: floorToHour(new Date()),
      });
    },
  );
}
