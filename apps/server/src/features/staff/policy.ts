import type { Role } from "@toibako/contract/endpoint.ts";
import type { CaseActionKind, CaseKind } from "@toibako/contract/staff/cases.ts";
import { receiverNumber } from "../talks/policy.ts";

/** What the permission to decide a case depends on. */
interface Decision {
  kind: CaseActionKind;
  case_kind: CaseKind;
  /** The id of the thing that the case is about. */
  object: string;
  actor_pk: number;
  /** The account that the case is about; null if it is anonymous or gone. */
  subject_pk: number | null;
  is_subject_staff: boolean;
  /** Who decided what an appeal is about. */
  excluded_pk: number | null;
  days: number | undefined;
}

/**
 * Whether staff may decide a case so: nobody decides on themselves or on an appeal against their own decision, and staff
 * are suspended only after their role was taken. See also `isInvolved`.
 */
export function mayDecide(decision: Decision): boolean {
  const { kind, actor_pk, subject_pk } = decision;
  if (subject_pk === actor_pk || decision.excluded_pk === actor_pk) return false;
  if ((kind === "suspend") !== (decision.days !== undefined)) return false;
  if (decision.case_kind === "appeal") return kind === "accept_appeal" || kind === "refuse_appeal";
  if (kind === "stop_sender") return isSenderSealed(decision);
  if (decision.case_kind === "held_question")
    return kind === "let_through" || kind === "refuse_question";
  if (kind === "dismiss") return true;
  if (kind === "hide") return decision.case_kind !== "account";
  if (kind === "warn") return subject_pk !== null;
  return kind === "suspend" && subject_pk !== null && !decision.is_subject_staff;
}

/** What tells whether somebody anonymous has sent the thing of a case. */
interface SealedFacts {
  case_kind: CaseKind;
  object: string;
  subject_pk: number | null;
}

/**
 * Whether the sender of a case's thing is in a sealed record: of a question, or of a talk that its receiver, the second
 * participant, has reported.
 */
export const isSenderSealed = ({ case_kind, object, subject_pk }: SealedFacts): boolean =>
  isQuestionCase(case_kind) ||
  (case_kind === "talk" && subject_pk === null && object.endsWith(`-${receiverNumber}`));

/** Whether a case is about a question, beside which a sealed record lies. */
export const isQuestionCase = (kind: CaseKind): boolean =>
  kind === "question" || kind === "community_question" || kind === "held_question";

/** Whether a decision hides what the case is about. */
export const isHiding = (kind: CaseActionKind): boolean =>
  kind === "hide" || kind === "stop_sender";

/** Whether a decision says that the reports of a case were right. */
export const isAccepting = (kind: CaseActionKind): boolean =>
  isHiding(kind) || kind === "warn" || kind === "suspend";

/** What the permission to act on an account depends on. */
interface AccountAccess {
  is_self: boolean;
  /** The role of whoever acts, when they act. */
  actor_role: Role | null;
  role: Role | null;
}

/** Whether staff may end an account's sessions and change its birthday: never their own, and those of staff only as admins. */
export const mayChangeAccount = ({ is_self, actor_role, role }: AccountAccess): boolean =>
  !is_self && (actor_role === "admin" || (actor_role === "moderator" && role === null));

/** Whether staff may destroy an account: only admins, and no account with a role. */
export const mayDestroyAccount = ({ is_self, actor_role, role }: AccountAccess): boolean =>
  !is_self && actor_role === "admin" && role === null;
