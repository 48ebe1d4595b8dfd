import { findPictureFile, picturesFolder } from "@toibako/contract/pictures.ts";
import type { Storage } from "#platform/storage/storage.ts";

/** Builds an SQL condition: this column has the address of an uploaded picture, not of an avatar. */
export const isPictureSql = (icon_url: string) => `${icon_url} like '${picturesFolder}%'`;

/** Returns the storage key of an uploaded picture or video; undefined for an avatar. */
export function findPictureKey(icon_url: string | null): string | undefined {
  const file = findPictureFile(icon_url);
  return file === undefined ? undefined : `pictures/${file}`;
}

export function formatPictureKey(id: string): string {
  return `pictures/${id}.webp`;
}

export const formatVideoKey = (id: string): string => `pictures/${id}.mp4`;

/** Reads the WebP file of an uploaded picture; undefined if it was deleted. */
export function readPicture(storage: Storage, id: string): Promise<Buffer | undefined> {
  return storage.read(formatPictureKey(id));
}
