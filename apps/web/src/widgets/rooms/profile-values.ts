import { hasLatinLetter } from "@toibako/contract/rooms/letters.ts";
import type { RoomMemberProfile, RoomQuestion } from "@toibako/contract/rooms/members.ts";
import { type PersonalAnswer, roomAnswerLength, roomNameLength } from "@toibako/contract/rooms.ts";
import { readTypedText, type TextProblem } from "@toibako/contract/text.ts";
import type { RoomProfile } from "#features/rooms/queries/membership.ts";

/** The name of the field of the display name; the other fields are named by their questions. */
export const nameField = "display_name";
export const pictureField = "base64_image";

/** What the reader has filled in. Without `picture` the picture stays; null removes it. */
export interface ProfileValues {
  /** The display name by `nameField`, and the answers by the ids of their questions. */
  texts: Record<string, string>;
  picture?: Blob | null | undefined;
}

export type FieldProblem = TextProblem | "letters" | "choice_required";

export function createProfileValues(member?: RoomMemberProfile): ProfileValues {
  const answers = member?.personal_answer_group.items ?? [];
  return {
    texts: {
      [nameField]: member?.display_name ?? "",
      ...Object.fromEntries(answers.map(({ question_id, value }) => [question_id, value])),
    },
  };
}

/** Returns what is wrong with each field. Fields without a problem are missing. */
export function findProfileProblems(
  { texts }: ProfileValues,
  questions: readonly RoomQuestion[],
  is_without_latin: boolean,
): Record<string, FieldProblem> {
  const problems: Record<string, FieldProblem> = {};
  const name = texts[nameField] ?? "";
  const nameProblem = findTextProblem(name, roomNameLength, { is_without_latin });
  if (nameProblem) problems[nameField] = nameProblem;
  for (const question of questions) {
    const problem = findAnswerProblem(question, texts[question.question_id], is_without_latin);
    if (problem) problems[question.question_id] = problem;
  }
  return problems;
}

function findAnswerProblem(
  { input_type, options, is_required }: RoomQuestion,
  answer = "",
  is_without_latin: boolean,
): FieldProblem | undefined {
  if (input_type === "select") {
    // An option may have been removed since it was chosen.
    const isMissing = answer === "" ? is_required : !options.includes(answer);
    return isMissing ? "choice_required" : undefined;
  }
  return findTextProblem(answer, roomAnswerLength, { is_without_latin, isOptional: !is_required });
}

function findTextProblem(
  text: string,
  limit: number,
  { is_without_latin, isOptional = false }: { is_without_latin: boolean; isOptional?: boolean },
): FieldProblem | undefined {
  const { problem } = readTypedText(text, limit, { isOptional });
  // Longer texts aren't normalised.
  if (problem && problem !== "invalid_text_required") return problem;
  if (is_without_latin && hasLatinLetter(text)) return "letters";
  return problem;
}

/** Returns the body of the call that joins a room or saves the profile. */
export async function buildRoomProfile(
  { texts, picture }: ProfileValues,
  questions: readonly RoomQuestion[],
): Promise<RoomProfile> {
  const personal_answers = questions.flatMap<PersonalAnswer>(({ question_id }) => {
    const value = texts[question_id]?.trim();
    return value ? [{ question_id, value }] : [];
  });
  return {
    display_name: texts[nameField]?.trim() ?? "",
    personal_answers,
    ...(picture !== undefined && { base64_image: picture && (await encodeBase64(picture)) }),
  };
}

/** Encodes a picture in base64, without the prefix of a data URL. */
function encodeBase64(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const url = typeof reader.result === "string" ? reader.result : "";
      resolve(url.slice(url.indexOf(",") + 1));
    };
    reader.onerror = () => reject(reader.error ?? new Error("The picture can't be read"));
    reader.readAsDataURL(picture);
  });
}
