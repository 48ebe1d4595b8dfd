import type { Locale } from "@toibako/contract/locales.ts";
import type { NoticeKind } from "@toibako/contract/notices.ts";
import { type TextKey, translate } from "#platform/texts/texts.ts";
import { isReceived, isTextDetail, type ListedNotice } from "../policy.ts";

/** Chooses the page that lists several questions, new talks or followers. */
export function chooseGroupUrn(kind: NoticeKind): string {
  if (kind === "new_question") return "/box";
  return kind === "new_talk_message" ? "/me/talks" : "/me/friends?tab=followers";
}

/** Describes notices that are listed as one. `newest` is the newest one, with the name that its text shows. */
export function describeGroup(
  group: readonly ListedNotice[],
  newest: ListedNotice,
  locale: Locale,
): string {
  const { kind } = newest;
  const name = newest.name ?? "";
  if (group.length === 1) {
    const count = isReceived(newest) ? newest.count : 1;
    return translate(locale, findTextKey(newest), { count, name });
  }
  if (kind === "new_question" || kind === "new_talk_message") {
    const key = kind === "new_question" ? "notice_new_questions" : "notice_new_talk_requests";
    return translate(locale, key, { count: group.length });
  }
  const values = { name, second: group[1]?.name ?? "", count: group.length - 2 };
  const key = group.length === 2 ? "notice_new_followers_two" : "notice_new_followers";
  return translate(locale, key, values);
}

/** Finds the text key of a notice, which for a new question depends on the question's type. */
function findTextKey(notice: ListedNotice): TextKey {
  const { kind, name } = notice;
  const detail = isReceived(notice) ? notice.detail : null;
  if (detail === "room_reply") return "notice_new_room_reply";
  if (kind === "new_talk_message" && name) return "notice_new_talk_message_from";
  if (detail === null) return `notice_${kind}`;
  if (isTextDetail(detail)) return `notice_${detail}`;
  return `notice_new_${detail}`;
}
