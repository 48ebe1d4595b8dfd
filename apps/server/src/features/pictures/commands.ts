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
import { findPictureType, hasTooManyPixels } from "./policy.ts";
import { findPictureKey, formatPictureKey } from "./queries.ts";

/**
 * Decoding the largest picture takes 100 MB and one of the four threads of Node's pool for about a
 * second, so one is decoded at a time.
 */
const queue = createWorkQueue(1, 20);
const decodingSeconds = 5;

/** The decoders for the accepted types; libvips may use no other, such as the one for SVG. */
const decoders = ["Png", "Jpeg", "Nsgif", "Webp"].map((name) => `VipsForeignLoad${name}Buffer`);

let loading: Promise<typeof import("sharp").default> | undefined;

/** Loads the library at the first upload, because it takes 15 MB of memory. */
async function loadSharp() {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: decoders });
  return sharp;
}

const options: SharpOptions = {
  limitInputPixels: maxPicturePixels,
  failOn: "truncated",
  pages: 1,
  sequentialRead: true,
};

/**
 * Makes a square WebP of an uploaded file and stores it; returns its address. Only its pixels are kept:
 * neither metadata, such as where a photo was taken, nor what else the file contains.
 */
export async function storePicture(
  { storage }: Pick<Services, "storage">,
  ip: string,
  file: Buffer,
): Promise<string> {
  if (findPictureType(file) === undefined) throw createPictureFailure("wrong_media");
  const picture = await queue.run(ip, () => encodePicture(file));
  const id = createPublicId();
  await storage.write(formatPictureKey(id), picture);
  return formatPictureUrl(id);
}

async function encodePicture(file: Buffer): Promise<Buffer> {
  loading ??= loadSharp();
  const sharp = await loading;
  const header = sharp(file, { ...options, limitInputPixels: false });
  const { width, height } = await read(header.metadata());
  if (hasTooManyPixels(width, height)) throw createPictureFailure("too_large");
  return read(cropAndEncode(sharp(file, options)));
}

/** The middle square, upright as the camera noted it, in sRGB. */
function cropAndEncode(picture: Sharp): Promise<Buffer> {
  return picture
    .timeout({ seconds: decodingSeconds })
    .autoOrient()
    .resize(profilePictureEdge, profilePictureEdge, { fit: "cover" })
    .webp({ quality: 82 })
    .toBuffer();
}

/** A file that can't be decoded is no picture. */
async function read<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch {
    throw createPictureFailure("wrong_media");
  }
}

function createPictureFailure(code: "wrong_media" | "too_large"): Failure {
  return new Failure(code, { fields: [{ field: "icon", text_key: `picture_${code}` }] });
}

/** Removes the file of an uploaded picture; does nothing for a drawing. */
export async function removePicture(
  { storage }: Pick<Services, "storage">,
  icon_url: string,
): Promise<void> {
  const key = findPictureKey(icon_url);
  if (key !== undefined) await storage.remove(key);
}
