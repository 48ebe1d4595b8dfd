import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Locale } from "@toibako/contract/locales.ts";
import { releaseNoteLimits } from "@toibako/contract/staff/contents/release-notes.ts";
import { useState } from "react";
import { Prose } from "#features/help/components/prose.tsx";
import { ContentEditor } from "#features/staff/components/contents/content-editor.tsx";
import { StaffDate } from "#features/staff/components/staff-date.tsx";
import {
  type ContentField,
  type ContentValues,
  createContentId,
  nameValue,
} from "#features/staff/queries/content-values.ts";
import {
  editedReleaseNoteQuery,
  editedReleaseNotesQuery,
  refreshReleaseNotes,
  saveReleaseNoteOf,
} from "#features/staff/queries/release-notes.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { ContentIndex, FormLoading } from "./content-parts.tsx";

/** The list of release notes and drafts, one page at a time. */
export function ReleaseNoteList({ after }: { after: string | undefined }) {
  const { t } = useTexts();
  const query = useQuery(editedReleaseNotesQuery(after));
  const [newId] = useState(createContentId);
  return (
    <ContentIndex
      kind="release_notes"
      query={query}
      create={[newId, t("staff_contents.new_release_note")]}
      contents={query.data?.release_notes.map(({ id, title, is_published, released_at }) => ({
        id,
        title,
        details: (
          <>
            <span>{t(is_published ? "staff_contents.published" : "staff_contents.draft")}</span>
            {released_at && <StaffDate form="day" at={released_at} />}
          </>
        ),
      }))}
      emptyTitle={t("staff_contents.no_release_notes")}
      after={after}
      has_more={query.data?.has_more}
    />
  );
}

/** The form of a release note. */
export function ReleaseNoteEditor({ id }: { id: string }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const query = useQuery(editedReleaseNoteQuery(id));
  const fields: ContentField[] = [
    {
      name: "titles",
      kind: "texts",
      label: t("staff_contents.note_title"),
      limit: releaseNoteLimits.titles,
    },
    {
      name: "bodies",
      kind: "long_texts",
      label: t("staff_contents.note_body"),
      hint: t("staff_contents.prose_hint"),
      limit: releaseNoteLimits.bodies,
    },
    {
      name: "is_published",
      kind: "switch",
      label: t("staff_contents.publish"),
      hint: t("staff_contents.publish_hint"),
    },
  ];
  if (!query.data) return <FormLoading query={query} />;
  return (
    <ContentEditor
      draftKey={`release-note:${id}`}
      fields={fields}
      stored={query.data}
      needsAllTexts={(values) => values.is_published === "true"}
      save={(version, values) => saveReleaseNoteOf(id, version, values)}
      refresh={() => refreshReleaseNotes(client)}
      renderPreview={(values, shown) => <NotePreview values={values} locale={shown} />}
    />
  );
}

function NotePreview({ values, locale }: { values: ContentValues; locale: Locale }) {
  return (
    <article className="running-text">
      <h3 className="text-lg">{values[nameValue("titles", locale)]}</h3>
      <Prose text={values[nameValue("bodies", locale)] ?? ""} />
    </article>
  );
}
