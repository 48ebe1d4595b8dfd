import { formatDate } from "@toibako/contract/dates.ts";
import type { ReleaseNote } from "@toibako/contract/help.ts";
import { findText, type Locale } from "@toibako/contract/locales.ts";
import {
  type EditedReleaseNote,
  type ListedReleaseNote,
  releaseNotesPerPage,
} from "@toibako/contract/staff/contents/release-notes.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { createDateReader } from "#platform/dates.ts";
import type { Viewer } from "#platform/identity/viewer.ts";

const selectPublished = statement(
  "help.selectReleaseNotes",
  `
  select id, titles, bodies, released_at as "released_at!" from release_notes where is_published
  order by released_at desc, pk desc limit 50`,
);

/** Lists the last release notes in one language. */
export async function listReleaseNotesIn(
  db: Db,
  locale: Locale,
  { user }: Viewer,
): Promise<ReleaseNote[]> {
  return (await selectPublished(db, {})).map(({ id, titles, bodies, released_at }) => ({
    id,
    title: titles[locale],
    body: bodies[locale],
    released_at: released_at.toISOString(),
    formatted_date_time: formatDate("day", released_at, createDateReader(locale, user)),
  }));
}

const columns = "id, titles, bodies, is_published, released_at, version";
const orderSql = "coalesce(released_at, 'infinity')";

const selectListed = statement(
  "help.selectListedReleaseNotes",
  `
  select id, titles, is_published, released_at from release_notes
  where :after?::text is null
    or (${orderSql}, pk) < (select ${orderSql}, pk from release_notes where id = :after?)
  order by ${orderSql} desc, pk desc limit ${releaseNotesPerPage + 1}`,
);

const selectOne = statement(
  "help.selectReleaseNote",
  `select ${columns} from release_notes where id = :id`,
);

const toEdited = (row: Row<"help.selectReleaseNote">): EditedReleaseNote => ({
  ...row,
  released_at: row.released_at?.toISOString() ?? null,
});

/** Lists one page of all release notes, drafts first, with their titles in one language. */
export async function listEdited(db: Db, locale: Locale, after: string | undefined) {
  const rows = await selectListed(db, { after: after ?? null });
  return {
    release_notes: rows.slice(0, releaseNotesPerPage).map(
      ({ id, titles, is_published, released_at }): ListedReleaseNote => ({
        id,
        title: findText(titles, locale),
        is_published,
        released_at: released_at?.toISOString() ?? null,
      }),
    ),
    has_more: rows.length > releaseNotesPerPage,
  };
}

export async function findEdited(db: Db, id: string): Promise<EditedReleaseNote | undefined> {
  const [row] = await selectOne(db, { id });
  return row && toEdited(row);
}
