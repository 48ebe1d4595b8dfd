/**
 * The HTTP status of every error code that clients may get. Codes never change; the texts for
 * people have the same codes as keys in each locale's catalog.
 */
export const errorStatus = {
  malformed: 400,
  invalid_fields: 400,
  /** A text for a room has Latin letters, which the room doesn't allow. */
  letters_refused: 400,
  sign_in_needed: 401,
  wrong_credentials: 401,
  forbidden: 403,
  wrong_password: 403,
  /** The caller must confirm their identity first, see `getIdentityConfirmation`. */
  confirmation_needed: 403,
  /** The caller has not accepted the terms of messages. */
  terms_needed: 403,
  /** The caller is under 18. */
  too_young: 403,
  /** The other one can't be written to: one code for every reason, so that it reveals none. */
  talk_refused: 403,
  /** The caller can't join a room: one code for every reason but that it is full. */
  no_entry: 403,
  room_full: 403,
  /** The caller has not accepted the rules of the room. */
  rules_needed: 403,
  /** Staff have blocked the caller in the room. */
  room_blocked: 403,
  /** The room is archived. */
  room_closed: 403,
  /** An account of staff has not entered the console, or has not used it for an hour. */
  console_closed: 403,
  /** The account is suspended. */
  suspended: 403,
  bad_token: 403,
  foreign_origin: 403,
  /** The bank refuses the card, or the provider its token; the message says which. */
  card_refused: 400,
  /** The payment provider can't be reached, so nothing was done. */
  payment_unavailable: 400,
  not_found: 404,
  timeout: 408,
  already_answered: 409,
  account_taken: 409,
  key_reused: 409,
  /** The price or the terms have changed since the caller read them. */
  offer_changed: 409,
  /** A subscription will be charged to the card. */
  card_in_use: 409,
  /** The starter of a talk has sent as many messages as are allowed before the first reply. */
  reply_needed: 409,
  /** Somebody else has changed the case or inquiry since the caller read it, or has taken it. */
  case_changed: 409,
  /** The caller's page shows another account than the one that is active in the browser. */
  stale_tab: 409,
  already_signed_in: 409,
  /** The sign-in or the set-up to which a code belongs has expired. */
  code_expired: 410,
  birth_date_needed: 412,
  too_large: 413,
  wrong_media: 415,
  refused: 422,
  already_subscribed: 422,
  wrong_code: 422,
  wrong_passkey: 422,
  /** The passkey belongs to another account than the caller's, or was removed. */
  foreign_passkey: 422,
  /** No account that can be signed in to has the passkey. */
  unknown_passkey: 422,
  form_validation_failed: 422,
  /** A message contains a word that the site doesn't accept in messages. */
  forbidden_words: 422,
  edit_too_late: 422,
  ng_words_full: 422,
  communities_full: 422,
  accounts_full: 422,
  too_many: 429,
  /** The client must repeat the request with a solved challenge, see challenges.ts. */
  proof_needed: 429,
  unexpected: 500,
  overloaded: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** Codes that any endpoint may return without declaring them. */
export const commonErrors = [
  "malformed",
  "not_found",
  "stale_tab",
  "suspended",
  "timeout",
  "too_large",
  "wrong_media",
  "too_many",
  "unexpected",
  "overloaded",
] as const satisfies ErrorCode[];

/** The body of an error reply; `details` has the messages of each field. */
export interface ErrorBody {
  error: { code: ErrorCode; messages: string[]; details: Record<string, string[]> };
}
