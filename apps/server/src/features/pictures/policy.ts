import { maxPicturePixels } from "@toibako/contract/pictures.ts";

type PictureType = "png" | "jpeg" | "gif" | "webp";

const beginnings: Record<PictureType, string> = {
  png: "\x89PNG\r\n\x1a\n",
  jpeg: "\xff\xd8\xff",
  gif: "GIF8",
  webp: "RIFF",
};

/** The type of a picture by its first bytes, whatever it calls itself; undefined for any other file. */
export function findPictureType(content: Buffer): PictureType | undefined {
  const beginning = content.toString("latin1", 0, 16);
  const types = Object.keys(beginnings) as PictureType[];
  return types.find((type) => beginning.startsWith(beginnings[type]));
}

/** Whether a picture has more pixels than are decoded: a small file may say that it has billions. */
export function hasTooManyPixels(width: number, height: number): boolean {
  return width * height > maxPicturePixels;
}
