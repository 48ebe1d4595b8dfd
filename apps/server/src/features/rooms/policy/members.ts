import { avatars, formatAvatarUrl } from "@toibako/contract/avatars.ts";

/** The picture of a member: their own of this room, or a drawing that their random id chooses. */
export function getMemberIconUrl(id: string, icon_url: string | null): string {
  if (icon_url !== null) return icon_url;
  const index = Buffer.from(id).reduce((sum, byte) => sum + byte, 0) % avatars.length;
  return formatAvatarUrl(avatars[index] ?? "letter");
}
