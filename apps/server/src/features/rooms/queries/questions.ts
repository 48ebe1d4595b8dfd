import type { Locale } from "@toibako/contract/locales.ts";
import type { RoomQuestion } from "@toibako/contract/rooms/members.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";

const selectQuestions = statement(
  "rooms.selectQuestions",
  `
  select room_questions.pk, room_questions.uuid, bodies, options, is_required from room_questions
  join room_question_groups on room_question_groups.pk = room_questions.group_pk
  where room_question_groups.uuid = :uuid and not is_retired order by position, room_questions.pk`,
);

export type QuestionRow = Row<"rooms.selectQuestions">;

/** Finds the questions that a group asks, in their order; throws `not_found` if there is none. */
export async function findQuestions(db: Db, uuid: string): Promise<QuestionRow[]> {
  const rows = await selectQuestions(db, { uuid });
  if (rows.length === 0) throw new Failure("not_found");
  return rows;
}

export function toQuestion(row: QuestionRow, locale: Locale): RoomQuestion {
  const { uuid, bodies, options, is_required } = row;
  return {
    question_id: uuid,
    body: bodies[locale],
    input_type: options ? "select" : "text",
    options: options?.[locale] ?? [],
    is_required,
  };
}

/** What an answer says in a language. */
export function readAnswer(
  { value, option_position }: { value: string | null; option_position: number | null },
  { options }: Pick<QuestionRow, "options">,
  locale: Locale,
): string {
  return value ?? options?.[locale]?.[option_position ?? -1] ?? "";
}
