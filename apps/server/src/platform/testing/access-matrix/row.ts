import { mapLocales } from "@toibako/contract/locales.ts";

/**
 * The ids that the rows of the access matrix put into their calls. All belong to Yui's account or
 * box.
 */
export type AccessedIds = Record<
  | "unansweredQuestion"
  | "answeredQuestion"
  | "answer"
  | "achievement"
  | "notice"
  | "badge"
  | "questionToReport"
  | "heldQuestion"
  | "otherHeldQuestion"
  | "questionToWithdraw"
  | "binnedQuestion"
  | "communityQuestion"
  | "ownWord"
  | "block"
  | "passkey"
  | "broughtAnswer"
  | "startedTalk"
  | "receivedTalk"
  | "messageKey"
  | "room"
  | "member",
  string
>;

export interface AccessRow {
  /** The address to call; the path of the route if omitted. */
  url?: string | ((ids: AccessedIds) => string);
  body?: object | ((ids: AccessedIds) => object);
  /** The body is sent as an HTML form of a page of this site. */
  isForm?: true;
  /** The statuses that nobody, the visitor, another account (Kenta) and the owner (Yui) get. */
  expected: [nobody: number, visitor: number, another: number, owner: number];
  /** For a route that only staff may call: the statuses that a moderator and an admin get. */
  staff?: [moderator: number, admin: number];
}

export const everyone: AccessRow["expected"] = [200, 200, 200, 200];
export const signedIn: AccessRow["expected"] = [401, 401, 200, 200];
/** What those get who are not staff. */
export const staffOnly: AccessRow["expected"] = [404, 404, 404, 404];
/** A route that only admins may call. */
export const adminOnly = { expected: staffOnly, staff: [403, 200] } satisfies AccessRow;

/** A text in each language. */
export const texts = mapLocales(() => "文");
