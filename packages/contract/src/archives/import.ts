import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "../endpoint.ts";
import { defineObject } from "../shapes.ts";

/** Largest archive that can be imported, in bytes. One of 100,000 answers has about 6 MB. */
export const maxImportBytes = 100 * 1024 * 1024;

/**
 * Size of the parts in which an archive is uploaded, in bytes; a slow connection sends one within
 * the time limit.
 */
export const importPartBytes = 512 * 1024;

/** Maximum number of answers that an account can have brought along. */
export const maxBroughtAnswers = 200_000;

/** An unfinished upload is deleted this many hours after its last part. */
export const importUploadHours = 24;

const archiveImportStates = ["none", "uploading", "waiting", "running", "done", "failed"] as const;

/**
 * Why an archive was not imported. `not_zip`: not a ZIP file, or only a part of one. `foreign`: a
 * ZIP, but not an archive of this software. `version`: an archive of a newer version. `unsafe`:
 * names, sizes or numbers that no archive of this software has. `damaged`: a file in it can't be
 * read. `lost`: the server failed.
 */
const archiveImportFailures = [
  "not_zip",
  "foreign",
  "version",
  "unsafe",
  "damaged",
  "lost",
] as const;
export type ArchiveImportFailure = (typeof archiveImportFailures)[number];

const Count = Type.Integer({ minimum: 0 });

/** The account's import; a new import replaces the former one. */
export const ArchiveImport = defineObject({
  status: Type.Enum([...archiveImportStates]),
  /** Null unless it failed. Answers that were stored before the failure stay. */
  failure: Type.Union([Type.Enum([...archiveImportFailures]), Type.Null()]),
  /** The size of the file, and how many parts of it have arrived. */
  bytes: Count,
  received_parts: Count,
  /** Answers that have been read, and how many there are according to the archive. */
  progress: Count,
  total: Count,
  /** Answers that are new to the account. */
  brought_count: Count,
  /** Answers that the account already had. */
  known_count: Count,
  /** Answers that don't have the form of an answer, such as texts that are too long. */
  malformed_count: Count,
  /** Answers to questions that contain a word of the site's lists. */
  refused_count: Count,
  /** Answers beyond `maxBroughtAnswers`. */
  surplus_count: Count,
  /** The account's own filtered words that are new. */
  words_count: Count,
  has_brought_introduction: Type.Boolean(),
  has_brought_picture: Type.Boolean(),
});
export type ArchiveImport = Static<typeof ArchiveImport>;

const uploadErrors = ["sign_in_needed", "invalid_fields", "bad_token", "foreign_origin"] as const;

/** The state of the caller's newest import; `none` if there is none. */
export const getArchiveImport = defineEndpoint({
  name: "getArchiveImport",
  summary: "The state of the import of an archive",
  method: "GET",
  path: "/api/v2/me/archive/import",
  caller: "user",
  response: { 200: ArchiveImport },
  errors: ["sign_in_needed"],
  limits: limitCalls(120),
});

/**
 * Starts to upload an archive, or continues the upload of the same file: the reply says how many
 * parts have arrived. Another file replaces the former upload. While an import is waiting or
 * running, the call changes nothing.
 */
export const startArchiveImport = defineEndpoint({
  name: "startArchiveImport",
  summary: "Start or continue to upload an archive",
  method: "POST",
  path: "/api/v2/me/archive/import",
  caller: "user",
  reaches_others: true,
  body: defineObject({
    bytes: Type.Integer({ minimum: 1 }),
    /** A hash by which the client recognises the file. */
    fingerprint: Type.String({ pattern: "^[A-Za-z0-9_-]{16,64}$" }),
  }),
  response: { 202: ArchiveImport },
  errors: [...uploadErrors, "too_large"],
  limits: [{ key: "user", max: 8, seconds: 24 * 3600, on_store_error: "refuse" }],
});

/**
 * Receives the part `number`, from 0, as the file `part`. Each has `importPartBytes`, except the
 * last. Parts arrive in their order; sending one again changes nothing. The last one starts the
 * import.
 */
export const putArchivePart = defineEndpoint({
  name: "putArchivePart",
  summary: "Upload a part of an archive",
  method: "PUT",
  path: "/api/v2/me/archive/import/parts/:number",
  caller: "user",
  reaches_others: true,
  params: defineObject({ number: Type.String({ pattern: "^\\d{1,4}$" }) }),
  body: defineObject({}),
  files: ["part"],
  response: { 200: ArchiveImport },
  errors: uploadErrors,
  limits: [{ key: "user", max: 3_000, seconds: 24 * 3600, on_store_error: "refuse" }],
});

/**
 * Stops an upload or an import and deletes the uploaded file, or removes the report of a finished
 * import. Answers that were already brought along stay.
 */
export const deleteArchiveImport = defineEndpoint({
  name: "deleteArchiveImport",
  summary: "Stop the import of an archive",
  method: "DELETE",
  path: "/api/v2/me/archive/import",
  caller: "user",
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "bad_token", "foreign_origin"],
  limits: [{ key: "user", max: 60, seconds: 3600, on_store_error: "allow" }],
});
