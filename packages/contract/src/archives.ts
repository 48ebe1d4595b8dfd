import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import { defineObject, Timestamp } from "./shapes.ts";

const archiveStates = ["none", "running", "done", "failed"] as const;

/** The newest archive of what belongs to an account. */
export const ArchiveExport = defineObject({
  status: Type.Enum([...archiveStates]),
  /** How many questions and answers have been written. */
  progress: Type.Integer({ minimum: 0 }),
  /** How many questions and answers there were when the archive was started. */
  total: Type.Integer({ minimum: 0 }),
  /** The size of the finished file. */
  bytes: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  /** Where the file can be downloaded; null unless it is done. */
  download_url: Type.Union([Type.String(), Type.Null()]),
  expires_at: Type.Union([Timestamp, Type.Null()]),
  formatted_expiry: Type.Union([Type.String(), Type.Null()]),
});
export type ArchiveExport = Static<typeof ArchiveExport>;

/** The state of the account's newest archive; `none` if there is none, or it has expired. */
export const getArchiveExport = defineEndpoint({
  name: "getArchiveExport",
  summary: "The state of the account's archive",
  method: "GET",
  path: "/api/v2/me/archive",
  caller: "user",
  response: { 200: ArchiveExport },
  errors: ["sign_in_needed"],
  limits: limitCalls(120),
});

/**
 * Starts to make an archive and deletes the previous one. While an archive is being made, the call changes
 * nothing. Requires an identity confirmation.
 */
export const startArchiveExport = defineEndpoint({
  name: "startArchiveExport",
  summary: "Make an archive of what belongs to the account",
  method: "POST",
  path: "/api/v2/me/archive",
  caller: "user",
  response: { 202: ArchiveExport },
  errors: ["sign_in_needed", "confirmation_needed", "bad_token", "foreign_origin"],
  limits: [{ key: "user", max: 6, seconds: 24 * 3600, on_store_error: "refuse" }],
});

/** Deletes the archive before it expires, or stops making it. */
export const deleteArchiveExport = defineEndpoint({
  name: "deleteArchiveExport",
  summary: "Delete the account's archive",
  method: "DELETE",
  path: "/api/v2/me/archive",
  caller: "user",
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "bad_token", "foreign_origin"],
  limits: [{ key: "user", max: 30, seconds: 3600, on_store_error: "allow" }],
});
