import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "../endpoint.ts";
import { defineObject, PageQuery, Pager, Timestamp } from "../shapes.ts";

/** Minutes between the start of an import and the earliest start of the next one. */
export const importCooldownMinutes = 5;

/** Maximum number of followers that an import reads; it reads the newest ones. */
export const maxImportedFollowers = 15_000;

export const followersOnXPerPage = 10;

/** Characters of a follower's introduction that the list shows. */
export const followerIntroductionLength = 40;

/** Followers on X with an account here that searches find (`completed`), and all others (`pending`). */
export const followersOnXTabs = ["completed", "pending"] as const;
export type FollowersOnXTab = (typeof followersOnXTabs)[number];

const friendImportStatuses = ["none", "running", "done", "failed"] as const;

/**
 * Why an import failed. `refused`: X rejected the request (not the error code of
 * `startFriendImport`). `unreachable`: no reply, an error, an invalid reply, or a rate limit whose
 * end X does not name. `link_needed`: the account must link X again.
 */
const friendImportFailures = ["refused", "unreachable", "link_needed"] as const;
export type FriendImportFailure = (typeof friendImportFailures)[number];

/**
 * The state of the import of one's followers on X. It is named for the specification's path
 * `friends/import`: the imported people are followers, not friends in the sense of the glossary.
 */
export const FriendImport = defineObject({
  status: Type.Enum([...friendImportStatuses]),
  /** Null unless the import failed; `link_needed` becomes null when the account links X again. */
  reason: Type.Union([Type.Enum([...friendImportFailures]), Type.Null()]),
  /** How many followers have been imported so far. */
  progress: Type.Integer({ minimum: 0 }),
  /** The number of followers that X reports; null while it is unknown. */
  total: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  /** Minutes until X accepts the next request, if the running import waits for that; else null. */
  wait_minutes: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  /** How many of the imported followers are `completed`; 0 while the import is running. */
  completed_count: Type.Integer({ minimum: 0 }),
  started_at: Type.Union([Timestamp, Type.Null()]),
  /** The earliest start of the next import; null if it can start now. */
  available_at: Type.Union([Timestamp, Type.Null()]),
});
export type FriendImport = Static<typeof FriendImport>;

/**
 * Starts a job that imports the caller's followers on X. Replies `refused` if the account isn't
 * linked to X, and 429 while an import is running and for `importCooldownMinutes` after its start,
 * unless it failed.
 */
export const startFriendImport = defineEndpoint({
  name: "startFriendImport",
  summary: "Start importing one's followers on X",
  method: "POST",
  path: "/api/v2/me/friends/import",
  caller: "user",
  reaches_others: true,
  response: { 202: FriendImport },
  errors: ["sign_in_needed", "refused", "bad_token", "foreign_origin"],
  limits: [{ key: "user", max: 30, seconds: 3600, on_store_error: "allow" }],
});

/** The state of the caller's newest import. */
export const getFriendImport = defineEndpoint({
  name: "getFriendImport",
  summary: "State of the import of one's followers on X",
  method: "GET",
  path: "/api/v2/me/friends/import",
  caller: "user",
  response: { 200: FriendImport },
  errors: ["sign_in_needed"],
  limits: limitCalls(120),
});

/** A follower on X, with the profile that X returned at the last import. */
export const FollowerOnX = defineObject({
  displaying_name: Type.String(),
  nickname: Type.String(),
  self_introduction: Type.String(),
  /**
   * A copy of the picture on X, for the caller alone: its whole address (`url`) and its path (`urn`). Null
   * until it is copied, or if there is none.
   */
  profile_image_data: Type.Union([
    defineObject({ protocol: Type.String(), url: Type.String(), urn: Type.String() }),
    Type.Null(),
  ]),
  /** The follower's account here, if there is one that searches find. */
  associated_toibako_account: Type.Optional(
    defineObject({
      toibako_id: Type.String(),
      account: Type.String(),
      icon_url: Type.String(),
      is_friend: Type.Boolean(),
    }),
  ),
});
export type FollowerOnX = Static<typeof FollowerOnX>;

/** The caller's imported followers in the order in which X listed them, 10 a page. */
export const listFollowersOnX = defineEndpoint({
  name: "listFollowersOnX",
  summary: "Imported followers with or without an account here",
  method: "GET",
  path: "/api/v2/me/followers",
  caller: "user",
  query: defineObject({
    tab: Type.Enum([...followersOnXTabs], { default: "completed" }),
    page: PageQuery,
  }),
  response: { 200: defineObject({ followers: Type.Array(FollowerOnX), pager: Pager }) },
  errors: ["sign_in_needed", "invalid_fields"],
  limits: limitCalls(120),
});
