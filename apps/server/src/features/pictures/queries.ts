import { findPictureId, picturesFolder } from "@toibako/contract/pictures.ts";
import type { Storage } from "#platform/storage.ts";

/** Builds an SQL condition: this column has the address of an uploaded picture, not of an avatar. */
export const isPictureSql = (icon_url: string) => `${icon_url} like '${picturesFolder}%'`;

/** Returns the storage key of an uploaded picture; undefined for an avatar. */
export function findPictureKey(icon_url: string | null): string | undefined {
  const id = findPictureId(icon_url);
  return id === undefined ? undefined : formatPictureKey(id);
}

export function formatPictureKey(id: string): string {
  return `pictures/${id}.webp`;
}

/** Reads the WebP file of an uploaded picture; undefined if it was deleted. */
export function readPicture(storage: Storage, id: string): Promise<Buffer | undefined> {
  return storage.read(formatPictureKey(id));
}
