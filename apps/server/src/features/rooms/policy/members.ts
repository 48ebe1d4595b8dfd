import { avatars, formatAvatarUrl } from "@toibako/contract/avatars.ts";
import type { ErrorCode } from "@toibako/contract/errors.ts";

/** What decides whether somebody can post in a room. */
export interface PostingFacts {
  writer: { is_message_tos_showed: boolean };
  is_member: boolean;
  /** Whether staff have blocked them, in this room or in all. */
  is_blocked: boolean;
  is_archived: boolean;
  is_rules_accepted: boolean;
}

/** Finds why somebody can't post in a room; undefined if they can. */
export function findPostRefusal(facts: PostingFacts): ErrorCode | undefined {
  if (!facts.is_member) return "forbidden";
  if (!facts.writer.is_message_tos_showed) return "terms_needed";
  if (facts.is_blocked) return "room_blocked";
  if (facts.is_archived) return "room_closed";
  return facts.is_rules_accepted ? undefined : "rules_needed";
}

/** The picture of a member: their own of this room, or a drawing that their random id chooses. */
export function getMemberIconUrl(id: string, icon_url: string | null): string {
  if (icon_url !== null) return icon_url;
  const index = Buffer.from(id).reduce((sum, byte) => sum + byte, 0) % avatars.length;
  return formatAvatarUrl(avatars[index] ?? "letter");
}
