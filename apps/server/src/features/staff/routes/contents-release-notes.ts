import {
  getEditedReleaseNote,
  listEditedReleaseNotes,
  saveReleaseNote,
} from "@toibako/contract/staff/contents/release-notes.ts";
import { implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { saveNote } from "../../help/commands/release-notes.ts";
import { findEdited, listEdited } from "../../help/queries/release-notes.ts";

export const releaseNoteRoutes = [
  implement(listEditedReleaseNotes, async ({ services, locale, query }) => ({
    body: await listEdited(services.db, locale, query.after),
  })),

  implement(getEditedReleaseNote, async ({ services, params }) => {
    const release_note = await findEdited(services.db, params.id);
    if (!release_note) throw new Failure("not_found");
    return { body: { release_note } };
  }),

  implement(saveReleaseNote, async ({ services, viewer, params, body }) => ({
    body: { release_note: await saveNote(services, viewer.user.pk, params.id, body) },
  })),
];
