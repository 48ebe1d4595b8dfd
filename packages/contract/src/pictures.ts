/** The accepted types of uploaded pictures. Only the first frame of an animation is used. */
export const pictureTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;

/** Maximum size of an uploaded picture in bytes. */
export const maxPictureBytes = 5 * 1024 * 1024;

/** Maximum width times height of an uploaded picture in pixels. */
export const maxPicturePixels = 25_000_000;

/** Width and height of a stored profile picture in pixels. */
export const profilePictureEdge = 320;

/** The start of the address of every uploaded picture. */
export const picturesFolder = "/pictures/";

const picturePath = /^\/pictures\/([\w-]{22})\.webp$/;

/** The address of an uploaded picture. */
export function formatPictureUrl(id: string): string {
  return `${picturesFolder}${id}.webp`;
}

/** The address of an uploaded video. */
export function formatVideoUrl(id: string): string {
  return `${picturesFolder}${id}.mp4`;
}

const filePath = /^\/pictures\/([\w-]{22}\.(?:webp|mp4))$/;

/** The name of the file of an uploaded picture or video; undefined for an avatar. */
export function findPictureFile(url: string | null): string | undefined {
  return url?.match(filePath)?.[1];
}

/** The id of an uploaded picture; undefined for an avatar. */
export function findPictureId(icon_url: string | null): string | undefined {
  return icon_url?.match(picturePath)?.[1];
}
