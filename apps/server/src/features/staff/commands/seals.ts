import {
  type SealedRecord,
  type SealRequest,
  sealHours,
  sealReadMinutes,
  sealReasonLimit,
} from "@toibako/contract/staff/seals.ts";
import { auditSql } from "#platform/database/audit.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { lockThen } from "#platform/database/transaction.ts";
import { millisecondsPerMinute } from "#platform/durations.ts";
import { Failure } from "#platform/http/failure.ts";
import { requireText } from "#platform/http/typed-text.ts";
import type { Services } from "#platform/services.ts";
import { openSealedRecord } from "../../questions/queries/sender.ts";
import { isQuestionCase } from "../policy.ts";
import { findSeal } from "../queries/seals.ts";
import { isInvolved, selectContent } from "./involvement.ts";

type SecretServices = Pick<Services, "db" | "secrets">;

const insertRequest = statement(
  "staff.insertSealRequest",
  `
  with new_request as (
    insert into seal_requests (case_pk, reason, asker_pk, ends_at)
    select cases.pk, :reason, asker.pk, now() + interval '${sealHours} hours'
    from cases, users asker
    where cases.id = :case_id and asker.pk = :user_pk and asker.role is not null
    on conflict do nothing
    returning id, asker_pk, reason
  ), ${auditSql("seal.ask", "new_request", {
    actor_pk: "asker_pk",
    object: "'seal ' || id",
    reason: "reason",
  })}
  select id from new_request`,
);

const selectOpen = statement(
  "staff.selectOpenSeal",
  `
  select seal.id, seal.asker_pk from seal_requests seal join cases on cases.pk = seal.case_pk
  where cases.id = :case_id and seal.status in ('waiting', 'approved')`,
);

/** Asks to open the record of a case's question; one request of a case is open at a time. */
export async function askToOpen(
  services: SecretServices,
  user_pk: number,
  case_id: string,
  typed: string,
): Promise<SealRequest> {
  const { db } = services;
  const reason = requireText("reason", typed, sealReasonLimit);
  const [content] = await selectContent(db, { id: case_id });
  if (!content) throw new Failure("not_found");
  if (!isQuestionCase(content.kind) || (await isInvolved(services, user_pk, content)))
    throw new Failure("refused");
  await lapseEndedSeals(db);
  const [asked] = await insertRequest(db, { case_id, user_pk, reason });
  if (asked) return requireSeal(db, user_pk, asked.id);
  const [open] = await selectOpen(db, { case_id });
  if (open?.asker_pk !== user_pk) throw new Failure("case_changed");
  return requireSeal(db, user_pk, open.id);
}

async function requireSeal(db: Db, user_pk: number, id: string): Promise<SealRequest> {
  const seal = await findSeal(db, user_pk, id);
  if (!seal) throw new Failure("not_found");
  return seal;
}

const selectContentOfSeal = statement(
  "staff.selectContentOfSeal",
  `
  select cases.kind, cases.object from seal_requests join cases on cases.pk = seal_requests.case_pk
  where seal_requests.id = :id`,
);

/** Throws `refused` if an account of staff has to do with the question of a request. */
async function requireUninvolved(services: SecretServices, user_pk: number, id: string) {
  const [content] = await selectContentOfSeal(services.db, { id });
  if (content && (await isInvolved(services, user_pk, content))) throw new Failure("refused");
}

const lockRequest = statement(
  "staff.lockSealRequest",
  "select asker_pk from seal_requests where id = :id for no key update",
);

const decideRequest = statement(
  "staff.decideSealRequest",
  `
  with decided as (
    update seal_requests set status = :status, decider_pk = decider.pk, decided_at = now(),
      ends_at = now() + interval '${sealHours} hours'
    from users decider
    where seal_requests.id = :id and decider.pk = :user_pk and decider.role = 'admin'
      and decider.pk <> seal_requests.asker_pk and seal_requests.status = 'waiting' and seal_requests.ends_at > now()
    returning seal_requests.id
  ), ${auditSql("seal.decide", "decided", {
    actor_pk: ":user_pk",
    object: "'seal ' || id",
    reason: ":status",
  })}
  select id from decided`,
);

/** Approves or refuses a request of somebody else. */
export async function decideRequestOf(
  services: SecretServices,
  user_pk: number,
  id: string,
  is_approved: boolean,
): Promise<SealRequest> {
  const { db } = services;
  await lockThen(
    db,
    (db) => lockRequest(db, { id }),
    async (db, [locked]) => {
      if (!locked) throw new Failure("not_found");
      if (locked.asker_pk === user_pk) throw new Failure("refused");
      await requireUninvolved({ db, secrets: services.secrets }, user_pk, id);
      const status = is_approved ? "approved" : "refused";
      const decided = await decideRequest(db, { id, user_pk, status });
      if (decided.length === 0) throw new Failure("case_changed");
    },
  );
  return requireSeal(db, user_pk, id);
}

const readRequest = statement(
  "staff.readSealRequest",
  `
  with opened as (
    update seal_requests seal set status = 'read', read_at = now()
    from cases, users asker, users decider
    where seal.id = :id and cases.pk = seal.case_pk and seal.status = 'approved' and seal.ends_at > now()
      and asker.pk = seal.asker_pk and asker.pk = :user_pk and asker.role is not null
      and decider.pk = seal.decider_pk and decider.role = 'admin'
    returning seal.id, cases.object, seal.read_at
  ), ${auditSql("seal.read", "opened", {
    actor_pk: ":user_pk",
    object: "'seal ' || id",
    reason: "''",
  })}
  select object, read_at as "read_at!" from opened`,
);

const selectPerson = statement(
  "staff.selectPerson",
  "select account, displaying_name from users where pk = :pk",
);

/** Reads the record of an approved request. The audit log has it before the record is opened. */
export async function readSealOf(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  user_pk: number,
  id: string,
): Promise<SealedRecord> {
  const [opened] = await lockThen(
    db,
    (db) => lockRequest(db, { id }),
    async (db, [locked]) => {
      if (locked?.asker_pk !== user_pk) throw new Failure("not_found");
      // They may have reported it since they asked.
      await requireUninvolved({ db, secrets }, user_pk, id);
      return readRequest(db, { id, user_pk });
    },
  );
  if (!opened) throw new Failure("case_changed");
  const record = await openSealedRecord(db, secrets, opened.object);
  const [sender] = record?.user_pk ? await selectPerson(db, { pk: record.user_pk }) : [];
  const shown_until = new Date(
    opened.read_at.getTime() + sealReadMinutes * millisecondsPerMinute,
  ).toISOString();
  const address = record?.address ?? null;
  if (!record || (record.user_pk && !sender))
    return { sender: null, kind: "gone", address, shown_until };
  return { sender: sender ?? null, kind: sender ? "account" : "visitor", address, shown_until };
}

// One at a time, because each has an entry of its own in the audit log.
const lapseNext = statement(
  "staff.lapseNextSeal",
  `
  with lapsed as (
    update seal_requests set status = 'lapsed' where pk = (
      select pk from seal_requests where status in ('waiting', 'approved') and ends_at <= now()
      order by ends_at limit 1 for update skip locked
    )
    returning id, asker_pk
  ), ${auditSql("seal.lapse", "lapsed", {
    actor_pk: "asker_pk",
    object: "'seal ' || id",
    reason: "''",
  })}
  select id from lapsed`,
);

/** Ends the requests that nobody has decided or read in time. */
export async function lapseEndedSeals(db: Db): Promise<void> {
  let lapsed = await lapseNext(db, {});
  while (lapsed.length > 0) lapsed = await lapseNext(db, {});
}
