import { adTagTypes } from "../ads/slots.ts";
import { inquiryTopics } from "../help.ts";
import { caseActionKinds } from "./cases.ts";

const saved = ["created", "changed"] as const;
const shown = ["shown", "hidden"] as const;
const offered = ["offered", "withdrawn"] as const;

/**
 * What staff do, by the names in the audit log, with the codes that stand for its reason. Without codes, the reason is
 * empty or what somebody has written.
 */
export const auditReasons = {
  "account.birthday": [],
  "account.case": [],
  "account.destroy": [],
  "account.open": [],
  "account.search": [],
  "account.sessions": [],
  "ad_tag.save": adTagTypes,
  "badge.give": [],
  "banner.save": shown,
  "case.decide": caseActionKinds,
  "case.open": [],
  "case.undo": caseActionKinds,
  "community.save": saved,
  "community_category.save": saved,
  "diagnosis_game.save": saved,
  "game.save": shown,
  "inquiry.close": ["answered", "no answer"],
  "inquiry.open": inquiryTopics,
  /** The languages whose text was changed. */
  "page.save": [],
  "release_note.save": ["published", "draft"],
  /** The role, and what an admin has written or that it was the operator. */
  "role.change": [],
  "room.save": ["created", "open", "closed"],
  "room_question.save": ["asked", "retired"],
  "seal.ask": [],
  "seal.decide": ["approved", "refused"],
  "seal.lapse": [],
  "seal.read": [],
  "stamp.save": offered,
  "stamp_group.save": offered,
  "word_list.save": [],
} as const satisfies Record<string, readonly string[]>;

export type AuditAction = keyof typeof auditReasons;
export const auditActions = Object.keys(auditReasons) as AuditAction[];
/** The codes for the reason of an action. */
export type AuditReason<A extends AuditAction> = (typeof auditReasons)[A][number];

/** How the audit log names what was acted on; an id follows, or for a word list its kind and its language. */
export const auditObjects = [
  "account",
  "accounts by",
  "action",
  "ad tag",
  "badge",
  "banner",
  "case",
  "community",
  "community category",
  "diagnosis game",
  "game",
  "inquiry",
  "page",
  "release note",
  "room",
  "room question",
  "seal",
  "stamp",
  "stamp group",
  "word list",
] as const;
export type AuditObject = (typeof auditObjects)[number];
