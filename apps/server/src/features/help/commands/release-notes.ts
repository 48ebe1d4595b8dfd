import type { Input } from "@toibako/contract/endpoint.ts";
import { releaseNotesPath } from "@toibako/contract/help.ts";
import {
  type EditedReleaseNote,
  releaseNoteLimits,
  type saveReleaseNote,
} from "@toibako/contract/staff/contents/release-notes.ts";
import { auditSql } from "#platform/database/audit.ts";
import { statement } from "#platform/database/statement.ts";
import { requireTexts } from "#platform/http/typed-text.ts";
import { requireSaved } from "#platform/http/version.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { sendReleaseNoticesJob } from "../../notices/job-definitions.ts";
import { findEdited } from "../queries/release-notes.ts";

// Each publishing of a draft enqueues the notices, because the job stops when the note becomes a draft; an account gets one.
const upsert = statement(
  "help.saveReleaseNote",
  `
  with before as (
    select is_published from release_notes where id = :id
  ), changed_note as (
    update release_notes set titles = :titles, bodies = :bodies, is_published = :is_published,
      released_at = case when :is_published then coalesce(released_at, now()) else released_at end,
      version = version + 1
    where id = :id and version = :version
    returning id, is_published
  ), new_note as (
    insert into release_notes (id, titles, bodies, is_published, released_at)
    select :id, :titles, :bodies, :is_published, case when :is_published then now() end
    where :version::integer = 0
    on conflict (id) do nothing
    returning id, is_published
  ), saved as (
    select * from changed_note union all select * from new_note
  ), released as (
    select id as note_id from saved
    where is_published and not coalesce((select is_published from before), false)
  ), enqueued_notices as (
    ${enqueueSql([sendReleaseNoticesJob], "released")}
  ), ${auditSql("release_note.save", "saved", {
    actor_pk: ":user_pk",
    object: "'release note ' || id",
    reason: "case when is_published then 'published' else 'draft' end",
  })}
  select id from saved`,
);

/** Saves a release note. Throws `case_changed` if somebody else has saved it since the caller read it. */
export async function saveNote(
  { db, bus }: Pick<Services, "db" | "bus">,
  user_pk: number,
  id: string,
  { version, is_published, ...typed }: Input<typeof saveReleaseNote>["body"],
): Promise<EditedReleaseNote> {
  const { titles, bodies } = requireTexts(typed, releaseNoteLimits, { isOptional: !is_published });
  const saved = await upsert(db, {
    id,
    user_pk,
    version,
    is_published,
    titles: JSON.stringify(titles),
    bodies: JSON.stringify(bodies),
  });
  const content = { titles, bodies, is_published };
  const note = requireSaved(saved, await findEdited(db, id), version, content);
  bus.publish("pages", { paths: [releaseNotesPath] });
  return note;
}
