import { videoLimits } from "@toibako/contract/staff/contents/pictures.ts";
import { createFile, MP4BoxBuffer, type Track } from "mp4box";

/** What is known of an accepted video. */
export interface InspectedVideo {
  /** The size in pixels at which browsers show it. */
  width: number;
  height: number;
  /** The boxes of metadata, such as the place where it was recorded. */
  metadata: BoxPlace[];
}

/** The positions of the first byte of a box, of its content, and behind it. */
interface BoxPlace {
  start: number;
  content: number;
  end: number;
}

export type VideoProblem = "wrong_media" | "too_large";

/** The brands of MP4 files; others are QuickTime, 3GPP, pictures and sound alone. */
const brands = new Set(["isom", "iso2", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "M4V "]);

/** The boxes that a file and its parts may have. `url ` is the only entry of `dref`: media in the same file. */
const allowedBoxes: Readonly<Record<string, ReadonlySet<string>>> = {
  file: new Set(["ftyp", "moov", "mdat", "free", "skip"]),
  moov: new Set(["mvhd", "iods", "trak", "udta", "meta", "free", "skip"]),
  trak: new Set(["tkhd", "edts", "mdia", "udta", "meta", "free", "skip"]),
  mdia: new Set(["mdhd", "hdlr", "minf", "free", "skip"]),
  minf: new Set(["vmhd", "smhd", "hdlr", "dinf", "stbl", "free", "skip"]),
  dinf: new Set(["dref"]),
  dref: new Set(["url "]),
};
const metadataBoxes: ReadonlySet<string> = new Set(["udta", "meta", "free", "skip"]);

/** What the library knows of a box; its types lack the parts. */
interface ReadBox {
  type: string;
  start: number;
  size: number;
  hdr_size: number;
  boxes?: ReadBox[];
  entries?: ReadBox[];
  flags?: number;
}

/**
 * Reads an MP4 file that a banner may show; returns why another is refused, or throws if it can't be parsed. Parsing takes as
 * much memory as the file claims to have samples, so this runs in a process with limits.
 */
export function inspectVideo(file: Uint8Array<ArrayBuffer>): InspectedVideo | VideoProblem {
  const parser = createFile();
  parser.appendBuffer(MP4BoxBuffer.fromArrayBuffer(file.buffer, 0), true);
  const boxes = parser.boxes as unknown as ReadBox[];
  const {
    brands: found,
    isFragmented,
    tracks,
    videoTracks,
    audioTracks,
    ...info
  } = parser.getInfo();
  const [video] = videoTracks;
  const isAccepted =
    boxes[0]?.type === "ftyp" &&
    found.some((brand) => brands.has(brand)) &&
    boxes.filter(({ type }) => type === "moov").length === 1 &&
    !isFragmented &&
    hasAllowedBoxes("file", boxes, 0, file.length) &&
    video !== undefined &&
    videoTracks.length === 1 &&
    audioTracks.length <= 1 &&
    tracks.length === 1 + audioTracks.length &&
    video.codec.startsWith("avc1.") &&
    audioTracks.every(({ codec }) => codec.startsWith("mp4a."));
  if (!isAccepted) return "wrong_media";
  const { width, height } = measure(video);
  const seconds = [info, ...tracks].map(({ duration, timescale }) => duration / timescale);
  if (![width, height, ...seconds].every((value) => value > 0)) return "wrong_media";
  if (Math.max(...seconds) > videoLimits.seconds || Math.max(width, height) > videoLimits.edge)
    return "too_large";
  return { width, height, metadata: findMetadata(boxes) };
}

/** Whether boxes are of the types that their parent may have, and fill it: data behind the last box would be another file. */
function hasAllowedBoxes(
  parent: string,
  boxes: readonly ReadBox[],
  start: number,
  end: number,
): boolean {
  const allowed = allowedBoxes[parent];
  if (!allowed) return true;
  let position = start;
  for (const box of boxes) {
    if (!allowed.has(box.type) || box.start !== position) return false;
    position += box.size;
    if (box.type === "url " && box.flags !== 1) return false;
    const children = box.boxes ?? box.entries ?? [];
    const [first] = children;
    const childrenStart = first?.start ?? box.start + box.hdr_size;
    if (!hasAllowedBoxes(box.type, children, childrenStart, box.start + box.size)) return false;
  }
  return position === end;
}

/** The size of a track, which a phone may have stored on its side. */
function measure({ video, matrix }: Track): { width: number; height: number } {
  const { width = 0, height = 0 } = video ?? {};
  const isOnItsSide = matrix[0] === 0 && matrix[4] === 0;
  return isOnItsSide ? { width: height, height: width } : { width, height };
}

function findMetadata(boxes: readonly ReadBox[]): BoxPlace[] {
  return boxes.flatMap(({ type, start, size, hdr_size, boxes = [] }) =>
    metadataBoxes.has(type)
      ? [{ start, content: start + hdr_size, end: start + size }]
      : findMetadata(boxes),
  );
}

/** Empties boxes of metadata. The others keep their places, to which the tables of the samples refer. */
export function removeMetadata(file: Buffer, metadata: readonly BoxPlace[]): Buffer {
  const copy = Buffer.from(file);
  for (const { start, content, end } of metadata) {
    copy.write("free", start + 4, "latin1");
    copy.fill(0, content, end);
  }
  return copy;
}
