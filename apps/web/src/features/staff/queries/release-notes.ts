import type { QueryClient } from "@tanstack/react-query";
import { listReleaseNotes } from "@toibako/contract/help.ts";
import { noTexts } from "@toibako/contract/locales.ts";
import {
  type EditedReleaseNote,
  getEditedReleaseNote,
  listEditedReleaseNotes,
  saveReleaseNote,
} from "@toibako/contract/staff/contents/release-notes.ts";
import { api, send } from "#lib/http/client.ts";
import {
  type ContentValues,
  collectTexts,
  contentQuery,
  refreshCalls,
  type StoredContent,
  spreadTexts,
} from "./content-values.ts";

export const editedReleaseNotesQuery = (after: string | undefined) =>
  api.query(listEditedReleaseNotes, { query: after === undefined ? {} : { after } });

/** A release note, or the beginning of one that was not saved yet. */
export const editedReleaseNoteQuery = (id: string) =>
  contentQuery(
    getEditedReleaseNote,
    id,
    async (client) => {
      const { release_note } = await api.read(client, getEditedReleaseNote, { params: { id } });
      return toStored(release_note);
    },
    newNote,
  );

const toStored = ({ version, titles, bodies, is_published }: EditedReleaseNote): StoredContent => ({
  version,
  values: {
    ...spreadTexts("titles", titles),
    ...spreadTexts("bodies", bodies),
    is_published: String(is_published),
  },
});

const newNote: ContentValues = {
  ...spreadTexts("titles", noTexts),
  ...spreadTexts("bodies", noTexts),
  is_published: "false",
};

export const saveReleaseNoteOf = (id: string, version: number, values: ContentValues) =>
  send(saveReleaseNote, {
    params: { id },
    body: {
      version,
      is_published: values.is_published === "true",
      titles: collectTexts("titles", values),
      bodies: collectTexts("bodies", values),
    },
  });

/** Reads again what a save has changed, or somebody else. */
export const refreshReleaseNotes = (client: QueryClient) =>
  refreshCalls(client, [getEditedReleaseNote, listEditedReleaseNotes, listReleaseNotes]);
