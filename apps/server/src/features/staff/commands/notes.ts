import { caseMessageLimit } from "@toibako/contract/staff/cases.ts";
import { statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import { requireText } from "#platform/http/typed-text.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { isVisibleSql } from "../queries/columns.ts";
import { requireOthersCase } from "./involvement.ts";

// A repeated request changes nothing and returns the row of the first one.
const insertNote = statement(
  "staff.insertNote",
  `
  insert into case_notes (case_pk, key, author_pk, text)
  select pk, :key, :user_pk, :text from cases where id = :id and ${isVisibleSql}
  on conflict (key) do update set text = excluded.text where case_notes.text = excluded.text
  returning text, written_at`,
);

const selectCaseExists = statement(
  "staff.selectCaseExists",
  `select pk from cases where id = :id and ${isVisibleSql}`,
);

/** Adds a note to a case. */
export async function addNote(
  services: Services,
  { pk, account, displaying_name }: SessionUser,
  { id, key, text: typed }: { id: string; key: string; text: string },
) {
  const { db } = services;
  const text = requireText("text", typed, caseMessageLimit);
  await requireOthersCase(services, pk, id);
  const [note] = await insertNote(db, { id, key, text, user_pk: pk });
  if (!note) {
    const exists = (await selectCaseExists(db, { id, user_pk: pk })).length > 0;
    throw new Failure(exists ? "key_reused" : "not_found");
  }
  return {
    author: { account, displaying_name },
    text: note.text,
    written_at: note.written_at.toISOString(),
  };
}
