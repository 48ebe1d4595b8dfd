import { roles } from "@toibako/contract/endpoint.ts";
import { isLocale, localeNames } from "@toibako/contract/locales.ts";
import { type AuditAction, type AuditReason, auditReasons } from "@toibako/contract/staff/audit.ts";
import type { AuditEntry } from "@toibako/contract/staff/roles.ts";
import type { TextKey, Translate } from "#lib/i18n/texts.tsx";

const actionTexts = {
  "account.birthday": "staff_people.audit_account_birthday",
  "account.case": "staff_people.audit_account_case",
  "account.destroy": "staff_people.audit_account_destroy",
  "account.open": "staff_people.audit_account_open",
  "account.search": "staff_people.audit_account_search",
  "account.sessions": "staff_people.audit_account_sessions",
  "ad_tag.save": "staff_ads.audit_ad_tag_save",
  "badge.give": "staff_stamps.audit_badge_give",
  "banner.save": "staff_banners.audit_banner_save",
  "case.decide": "staff_people.audit_case_decide",
  "case.open": "staff_people.audit_case_open",
  "case.undo": "staff_people.audit_case_undo",
  "community.save": "staff_communities.audit_community_save",
  "community_category.save": "staff_communities.audit_community_category_save",
  "diagnosis_game.save": "staff_diagnosis.audit_diagnosis_game_save",
  "game.save": "staff_games.audit_game_save",
  "inquiry.close": "staff_people.audit_inquiry_close",
  "inquiry.open": "staff_people.audit_inquiry_open",
  "page.save": "staff_texts.audit_page_save",
  "release_note.save": "staff_people.audit_release_note_save",
  "role.change": "staff_people.audit_role_change",
  "room.save": "staff_communities.audit_room_save",
  "room_question.save": "staff_communities.audit_room_question_save",
  "seal.ask": "staff_people.audit_seal_ask",
  "seal.decide": "staff_people.audit_seal_decide",
  "seal.lapse": "staff_people.audit_seal_lapse",
  "seal.read": "staff_people.audit_seal_read",
  "stamp.save": "staff_stamps.audit_stamp_save",
  "stamp_group.save": "staff_stamps.audit_stamp_group_save",
  "word_list.save": "staff_texts.audit_word_list_save",
} as const satisfies Record<AuditAction, TextKey>;

const isKnownAction = (action: string): action is AuditAction =>
  Object.hasOwn(auditReasons, action);

/** Describes an action in words. One that an earlier release has written stands there by its name. */
export const describeAction = (t: Translate, action: string): string =>
  isKnownAction(action) ? t(actionTexts[action]) : action;

const decisionTexts = {
  dismiss: "staff.action_dismiss",
  hide: "staff.action_hide",
  warn: "staff.action_warn",
  suspend: "staff.action_suspend",
  stop_sender: "staff.action_stop_sender",
  let_through: "staff.action_let_through",
  refuse_question: "staff.action_refuse_question",
  accept_appeal: "staff.action_accept_appeal",
  refuse_appeal: "staff.action_refuse_appeal",
} as const;
const saveTexts = { created: "staff_contents.created", changed: "staff_contents.changed" } as const;
const offerTexts = {
  offered: "staff_stamps.offered",
  withdrawn: "staff_stamps.withdrawn",
} as const;

type CodedAction = { [A in AuditAction]: AuditReason<A> extends never ? never : A }[AuditAction];

/** The words for each code that the log can have as a reason. */
const reasonTexts = {
  "ad_tag.save": {
    geniee: "staff_ads.type_geniee",
    adrea: "staff_ads.type_adrea",
    none: "staff_ads.type_none",
    default: "staff_ads.type_default",
  },
  "banner.save": { shown: "staff_banners.shown", hidden: "staff_banners.hidden" },
  "case.decide": decisionTexts,
  "case.undo": decisionTexts,
  "community.save": saveTexts,
  "community_category.save": saveTexts,
  "diagnosis_game.save": saveTexts,
  "game.save": { shown: "staff_games.shown", hidden: "staff_games.hidden" },
  "inquiry.close": {
    answered: "staff_inquiries.answered",
    "no answer": "staff_inquiries.closed_unanswered",
  },
  "inquiry.open": {
    usage: "help.topic_usage",
    account: "help.topic_account",
    community: "help.topic_community",
    report: "help.topic_report",
    payment: "help.topic_payment",
    privacy: "help.topic_privacy",
    other: "help.topic_other",
  },
  "release_note.save": { published: "staff_contents.published", draft: "staff_contents.draft" },
  "room.save": {
    created: "staff_contents.created",
    open: "staff_communities.open",
    closed: "staff_communities.closed",
  },
  "room_question.save": {
    asked: "staff_communities.asked",
    retired: "staff_communities.retired",
  },
  "seal.decide": { approved: "staff.seal_approved", refused: "staff.seal_refused" },
  "stamp.save": offerTexts,
  "stamp_group.save": offerTexts,
} as const satisfies { [A in CodedAction]: Record<AuditReason<A>, TextKey> };

type ReasonTexts = typeof reasonTexts;
type ReasonText = { [A in CodedAction]: ReasonTexts[A][keyof ReasonTexts[A]] }[CodedAction];

function findReasonText(action: string, reason: string): ReasonText | undefined {
  const texts: Partial<Record<string, Partial<Record<string, ReasonText>>>> = reasonTexts;
  return texts[action]?.[reason];
}

const roleNames = [...roles, "none"] as const;

/** A role, and what an admin has written or that the operator has given it by a command. */
function describeRoleChange(t: Translate, reason: string): string {
  const role = roleNames.find((name) => reason.startsWith(`${name}: `));
  if (role !== undefined)
    return `${t(`staff_people.role_${role}`)}: ${reason.slice(role.length + 2)}`;
  const given = roleNames.find((name) => reason === `by the operator: ${name}`);
  if (given === undefined) return reason;
  return t("staff_people.reason_by_command", { role: t(`staff_people.role_${given}`) });
}

/** What somebody has written, and the inquiry that asked for the change. */
function describeBirthdayChange(t: Translate, reason: string): string {
  const [, text, id] = /^([\s\S]*) \(inquiry (\S+)\)$/.exec(reason) ?? [];
  if (text === undefined || id === undefined) return reason;
  return `${text} (${t("staff_people.object_inquiry", { id: shortenId(id) })})`;
}

const nameLanguages = (reason: string): string =>
  reason
    .split(", ")
    .map((code) => (isLocale(code) ? localeNames[code] : code))
    .join(", ");

/** Describes the reason in words. */
export function describeReason(t: Translate, { action, reason }: AuditEntry): string {
  const text = findReasonText(action, reason);
  if (text !== undefined) return t(text);
  if (action === "role.change") return describeRoleChange(t, reason);
  if (action === "account.birthday") return describeBirthdayChange(t, reason);
  return action === "page.save" ? nameLanguages(reason) : reason;
}

/** The beginning of an id, which is enough to tell two of them apart. */
export const shortenId = (id: string): string => id.slice(0, 8);
