import type { Storage } from "#platform/storage/storage.ts";

/** The storage folder of the pictures of an account's imported followers. */
export const formatPictureFolder = (user_pk: number) => `follower-pictures/${user_pk}`;

export const formatPictureKey = (user_pk: number, id: string) =>
  `${formatPictureFolder(user_pk)}/${id}.webp`;

/** The path of a picture, which only the account that imported it can open. */
export const formatPicturePath = (id: string) => `/me/follower_pictures/${id}.webp`;

/** Reads a picture of an account's imported followers; undefined if there is none with this id. */
export async function readFollowerPicture(
  storage: Storage,
  user_pk: number,
  id: string,
): Promise<Buffer | undefined> {
  return /^[\w-]{22}$/.test(id) ? storage.read(formatPictureKey(user_pk, id)) : undefined;
}
