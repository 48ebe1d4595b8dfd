import type { CaseActionKind, CaseKind } from "@toibako/contract/staff/cases.ts";

/** What the permission to decide a case depends on. */
interface Decision {
  kind: CaseActionKind;
  case_kind: CaseKind;
  actor_pk: number;
  /** The account that the case is about; null if it is anonymous or gone. */
  subject_pk: number | null;
  is_subject_staff: boolean;
  is_reporter: boolean;
  /** Who decided what an appeal is about. */
  excluded_pk: number | null;
  days: number | undefined;
}

/**
 * Whether staff may decide a case so: nobody decides on themselves, on their own report, or on an appeal against their own
 * decision; and staff are suspended only after their role was taken.
 */
export function mayDecide(decision: Decision): boolean {
  const { kind, actor_pk, subject_pk } = decision;
  if (subject_pk === actor_pk || decision.is_reporter || decision.excluded_pk === actor_pk)
    return false;
  if ((kind === "suspend") !== (decision.days !== undefined)) return false;
  if (decision.case_kind === "appeal") return kind === "accept_appeal" || kind === "refuse_appeal";
  if (kind === "dismiss") return true;
  if (kind === "warn") return subject_pk !== null;
  return kind === "suspend" && subject_pk !== null && !decision.is_subject_staff;
}

/** Whether a decision says that the reports of a case were right. */
export const isAccepting = (kind: CaseActionKind): boolean => kind === "warn" || kind === "suspend";
