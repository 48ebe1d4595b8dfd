import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "../../endpoint.ts";
import { afterQuery, defineObject, IdInput, PublicId, Timestamp } from "../../shapes.ts";
import { staffErrors } from "../console.ts";
import { buildTypedTexts, ReadVersion, StoredTexts, saveErrors } from "./content.ts";

export const releaseNoteLimits = { titles: 100, bodies: 2_000 } as const;

export const releaseNotesPerPage = 50;

/** A release note as admins edit it, in all languages. */
export const EditedReleaseNote = defineObject({
  id: PublicId,
  titles: StoredTexts,
  bodies: StoredTexts,
  is_published: Type.Boolean(),
  /** When it was published first. */
  released_at: Type.Union([Timestamp, Type.Null()]),
  version: Type.Integer(),
});
export type EditedReleaseNote = Static<typeof EditedReleaseNote>;

/** A release note in the list. */
const ListedReleaseNote = defineObject({
  id: PublicId,
  /** In the reader's language, or in another one; empty if it has none. */
  title: Type.String(),
  is_published: Type.Boolean(),
  released_at: EditedReleaseNote.properties.released_at,
});
export type ListedReleaseNote = Static<typeof ListedReleaseNote>;

/** Drafts first, then the others by their release, the last first. */
export const listEditedReleaseNotes = defineEndpoint({
  name: "listEditedReleaseNotes",
  summary: "Release notes and their drafts",
  method: "GET",
  path: "/api/v2/adm/release_notes",
  caller: "admin",
  query: defineObject(afterQuery),
  response: {
    200: defineObject({ release_notes: Type.Array(ListedReleaseNote), has_more: Type.Boolean() }),
  },
  errors: staffErrors,
  limits: limitCalls(240),
});

export const getEditedReleaseNote = defineEndpoint({
  name: "getEditedReleaseNote",
  summary: "A release note in all languages",
  method: "GET",
  path: "/api/v2/adm/release_notes/:id",
  caller: "admin",
  params: defineObject({ id: IdInput }),
  response: { 200: defineObject({ release_note: EditedReleaseNote }) },
  errors: staffErrors,
  limits: limitCalls(240),
});

/**
 * Saves a release note; the client chooses the id of a new one. Before it is published it must have all texts. When it is
 * published first, everybody who was active within `releaseNoticeDays` gets a notice.
 */
export const saveReleaseNote = defineEndpoint({
  name: "saveReleaseNote",
  summary: "Save a release note",
  method: "PUT",
  path: "/api/v2/adm/release_notes/:id",
  caller: "admin",
  params: defineObject({ id: PublicId }),
  body: defineObject({
    version: ReadVersion,
    is_published: Type.Boolean(),
    titles: buildTypedTexts(releaseNoteLimits.titles),
    bodies: buildTypedTexts(releaseNoteLimits.bodies),
  }),
  response: { 200: defineObject({ release_note: EditedReleaseNote }) },
  errors: saveErrors,
  limits: limitCalls(120),
});
