import { findAvatar, findDefaultAvatar } from "@toibako/contract/avatars.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import type { Storage } from "#platform/storage.ts";
import { findPictureKey } from "../../pictures/queries.ts";
import { readAvatar } from "../../profiles/avatars.ts";
import { readPicture } from "../../stamps/groups.ts";
import { findStampPath } from "../pages/record-pages.ts";

export interface ArchivePicture {
  path: string;
  content: Buffer;
}

/** Returns the picture of an account, or else its avatar. */
export async function readProfilePicture(
  storage: Storage,
  { account, icon_url }: SessionUser,
): Promise<ArchivePicture> {
  const key = findPictureKey(icon_url);
  const content = key && (await storage.read(key));
  if (content) return { path: "pictures/profile.webp", content };
  const avatar = (icon_url && findAvatar(icon_url)) || findDefaultAvatar(account);
  return { path: "pictures/profile.svg", content: readAvatar(avatar) };
}

/** Returns the picture of a stamp; undefined if the stamp no longer exists. */
export function readStampPicture(stamp_id: string): ArchivePicture | undefined {
  const path = findStampPath(stamp_id);
  return path === undefined ? undefined : { path, content: readPicture(stamp_id) };
}
