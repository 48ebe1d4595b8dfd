import type { Output } from "@toibako/contract/endpoint.ts";
import { type listSeals, type SealRequest, sealsPerPage } from "@toibako/contract/staff/seals.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { buildPersonSql } from "./columns.ts";

const sealColumns = `
  seal.id, cases.id as case_id, cases.kind as case_kind, seal.reason, seal.status, seal.asked_at, seal.ends_at,
  seal.asker_pk = :user_pk as "is_own!", ${buildPersonSql("asker")} as asker, ${buildPersonSql("decider")} as decider`;

const sealJoins = `
  join cases on cases.pk = seal.case_pk
  join users asker on asker.pk = seal.asker_pk
  left join users decider on decider.pk = seal.decider_pk`;

const buildListSql = (condition: string) => `
  select ${sealColumns} from seal_requests seal ${sealJoins}
  where ${condition} and seal.pk < coalesce((select pk from seal_requests where id = :after?), 9223372036854775807)
  order by seal.pk desc limit ${sealsPerPage + 1}`;

const selectAll = statement("staff.selectSeals", buildListSql("true"));
const selectOpen = statement(
  "staff.selectOpenSeals",
  buildListSql("seal.status in ('waiting', 'approved') and seal.ends_at > now()"),
);
const selectOfCase = statement("staff.selectSealsOfCase", buildListSql("cases.id = :case_id"));

const selectOne = statement(
  "staff.selectSeal",
  `select ${sealColumns} from seal_requests seal ${sealJoins} where seal.id = :id`,
);

/** Describes a request. One that has ended counts as lapsed before the job has noticed. */
function toSeal(row: Row<"staff.selectSeal">, now = new Date()): SealRequest {
  const isOpen = row.status === "waiting" || row.status === "approved";
  return {
    id: row.id,
    case_id: row.case_id,
    case_kind: row.case_kind,
    reason: row.reason,
    status: isOpen && row.ends_at <= now ? "lapsed" : row.status,
    asker: row.asker as SealRequest["asker"],
    decider: row.decider as SealRequest["decider"],
    asked_at: row.asked_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    is_own: row.is_own,
  };
}

export async function findSeal(
  db: Db,
  user_pk: number,
  id: string,
): Promise<SealRequest | undefined> {
  const [row] = await selectOne(db, { id, user_pk });
  return row && toSeal(row);
}

interface SealFilter {
  state: "open" | undefined;
  case_id: string | undefined;
  after: string | undefined;
}

/** Lists a page of requests; `user_pk` is the account of staff that looks. */
export async function listSealsOf(
  db: Db,
  user_pk: number,
  { state, case_id, after }: SealFilter,
): Promise<Output<typeof listSeals>> {
  const parameters = { user_pk, after: after ?? null };
  const select = state === "open" ? selectOpen : selectAll;
  const rows = await (case_id === undefined
    ? select(db, parameters)
    : selectOfCase(db, { ...parameters, case_id }));
  return {
    seals: rows.slice(0, sealsPerPage).map((row) => toSeal(row)),
    has_more: rows.length > sealsPerPage,
  };
}
