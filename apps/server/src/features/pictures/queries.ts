import { findPictureId } from "@toibako/contract/pictures.ts";
import type { Storage } from "#platform/storage.ts";

/** The key under which an uploaded picture is stored; undefined for a drawing. */
export function findPictureKey(icon_url: string | null): string | undefined {
  const id = findPictureId(icon_url);
  return id === undefined ? undefined : formatPictureKey(id);
}

export function formatPictureKey(id: string): string {
  return `pictures/${id}.webp`;
}

/** The WebP file of an uploaded picture; undefined if it was deleted. */
export function readPicture(storage: Storage, id: string): Promise<Buffer | undefined> {
  return storage.read(formatPictureKey(id));
}
