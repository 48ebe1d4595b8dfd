import {
  formatPictureUrl,
  maxPicturePixels,
  profilePictureEdge,
} from "@toibako/contract/pictures.ts";
import type { Sharp, SharpOptions } from "sharp";
import { Failure } from "#platform/http/failure.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import { createWorkQueue } from "#platform/limits/work-queue.ts";
import type { Services } from "#platform/services.ts";
import { findPictureKey, formatPictureKey } from "./queries.ts";

/**
 * Converts one picture at a time, while up to 20 wait: the largest pictures take 100 MB and block one of the
 * four threads of Node's pool for about a second.
 */
const decodingQueue = createWorkQueue("pictures", 1, 20);
const decodingTimeoutSeconds = 5;

/** The decoders of the accepted types. `loadSharp` blocks all others, such as that of SVG. */
const decoders = ["Png", "Jpeg", "Nsgif", "Webp"].map((name) => `VipsForeignLoad${name}Buffer`);

let loadedSharp: Promise<typeof import("sharp").default> | undefined;

/** Imports the library at the first upload, because it takes 15 MB of memory. */
async function loadSharp() {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: decoders });
  return sharp;
}

const sharpOptions: SharpOptions = {
  limitInputPixels: maxPicturePixels,
  failOn: "truncated",
  pages: 1,
  sequentialRead: true,
};

/** The sides of a picture in pixels. */
interface PictureSize {
  width: number;
  height: number;
}

/**
 * Converts the middle of a file to a WebP of this size. Keeps the pixels only: metadata, such as the place where
 * a photo was taken, and appended data are removed. Files from different IP addresses are converted in turns.
 */
export async function convertPicture(ip: string, file: Buffer, size: PictureSize): Promise<Buffer> {
  if (findPictureType(file) === undefined) throw createPictureFailure("wrong_media");
  return decodingQueue.run(ip, () => encodePicture(file, size));
}

/** Converts an uploaded file to a profile picture, stores it and returns its address. */
export async function storePicture(
  { storage }: Pick<Services, "storage">,
  ip: string,
  file: Buffer,
): Promise<string> {
  const edge = profilePictureEdge;
  const picture = await convertPicture(ip, file, { width: edge, height: edge });
  const id = createPublicId();
  await storage.write(formatPictureKey(id), picture);
  return formatPictureUrl(id);
}

async function encodePicture(file: Buffer, size: PictureSize): Promise<Buffer> {
  loadedSharp ??= loadSharp();
  const sharp = await loadedSharp;
  const header = sharp(file, { ...sharpOptions, limitInputPixels: false });
  const { width, height } = await refuseUndecodable(header.metadata());
  if (hasTooManyPixels(width, height)) throw createPictureFailure("too_large");
  return refuseUndecodable(cropAndEncode(sharp(file, sharpOptions), size));
}

type PictureType = "png" | "jpeg" | "gif" | "webp";

const fileSignatures: Record<PictureType, string> = {
  png: "\x89PNG\r\n\x1a\n",
  jpeg: "\xff\xd8\xff",
  gif: "GIF8",
  webp: "RIFF",
};

/** Detects the type of a picture by its file signature, not by its declared type; undefined for other files. */
function findPictureType(content: Buffer): PictureType | undefined {
  const header = content.toString("latin1", 0, 16);
  const types = Object.keys(fileSignatures) as PictureType[];
  return types.find((type) => header.startsWith(fileSignatures[type]));
}

/** Whether a picture is too large to decode. A small file can declare billions of pixels. */
function hasTooManyPixels(width: number, height: number): boolean {
  return width * height > maxPicturePixels;
}

/** Crops the middle, rotates it by the EXIF orientation and encodes it in sRGB. */
function cropAndEncode(picture: Sharp, { width, height }: PictureSize): Promise<Buffer> {
  return picture
    .timeout({ seconds: decodingTimeoutSeconds })
    .autoOrient()
    .resize(width, height, { fit: "cover" })
    .webp({ quality: 82 })
    .toBuffer();
}

/** Throws `wrong_media` if the file can't be decoded. */
async function refuseUndecodable<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch {
    throw createPictureFailure("wrong_media");
  }
}

function createPictureFailure(code: "wrong_media" | "too_large"): Failure {
  return new Failure(code, { fields: [{ field: "icon", text_key: `picture_${code}` }] });
}

/** Deletes the file of an uploaded picture; does nothing for an avatar. */
export async function removePicture(
  { storage }: Pick<Services, "storage">,
  icon_url: string,
): Promise<void> {
  const key = findPictureKey(icon_url);
  if (key !== undefined) await storage.remove(key);
}
