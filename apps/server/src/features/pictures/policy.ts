import { maxPicturePixels } from "@toibako/contract/pictures.ts";

type PictureType = "png" | "jpeg" | "gif" | "webp";

const fileSignatures: Record<PictureType, string> = {
  png: "\x89PNG\r\n\x1a\n",
  jpeg: "\xff\xd8\xff",
  gif: "GIF8",
  webp: "RIFF",
};

/** Detects the type of a picture by its file signature, not by its declared type; undefined for other files. */
export function findPictureType(content: Buffer): PictureType | undefined {
  const header = content.toString("latin1", 0, 16);
  const types = Object.keys(fileSignatures) as PictureType[];
  return types.find((type) => header.startsWith(fileSignatures[type]));
}

/** Whether a picture is too large to decode. A small file can declare billions of pixels. */
export function hasTooManyPixels(width: number, height: number): boolean {
  return width * height > maxPicturePixels;
}
