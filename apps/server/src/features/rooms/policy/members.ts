import { avatars, formatAvatarUrl } from "@toibako/contract/avatars.ts";

/**
 * Whether a present member is told of a room's changes, by hints, notices and pushes. Those whom staff have blocked only
 * read.
 */
export const isTold = ({ is_blocked }: { is_blocked: boolean }): boolean => !is_blocked;

/** The picture of a member: their own of this room, or a drawing that their random id chooses. */
export function getMemberIconUrl(id: string, icon_url: string | null): string {
  if (icon_url !== null) return icon_url;
  const index = Buffer.from(id).reduce((sum, byte) => sum + byte, 0) % avatars.length;
  return formatAvatarUrl(avatars[index] ?? "letter");
}
