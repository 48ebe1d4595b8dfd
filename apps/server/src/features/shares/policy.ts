/** Chooses what the weekly post asks for: questions or messages, in alternate calendar weeks if both are on. */
export function choosePostSubject(
  flags: { is_auto_recruit: boolean; is_auto_message_recruit: boolean },
  week: number,
): "questions" | "messages" {
  if (!flags.is_auto_message_recruit) return "questions";
  if (!flags.is_auto_recruit) return "messages";
  return week % 2 === 0 ? "questions" : "messages";
}
