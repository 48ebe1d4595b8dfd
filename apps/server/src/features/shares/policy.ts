/** What somebody has posted by itself; of two things, one in each week of the calendar. */
export function recruitedBy(
  flags: { is_auto_recruit: boolean; is_auto_message_recruit: boolean },
  week: number,
): "questions" | "messages" {
  if (!flags.is_auto_message_recruit) return "questions";
  if (!flags.is_auto_recruit) return "messages";
  return week % 2 === 0 ? "questions" : "messages";
}
