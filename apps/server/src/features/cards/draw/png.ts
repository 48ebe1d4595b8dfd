import { crc32, deflateSync } from "node:zlib";

/** The squared distance up to which two colours look the same: a difference of 3 in each of the 3 channels. */
const maxEqualDistance = 3 ** 2 * 3;
const paletteSize = 256;

/** Returns the squared distance of two colours, each a little-endian RGBA pixel. */
function measureColorDistance(a: number, b: number): number {
  const red = (a & 255) - (b & 255);
  const green = ((a >> 8) & 255) - ((b >> 8) & 255);
  const blue = ((a >> 16) & 255) - ((b >> 16) & 255);
  return red * red + green * green + blue * blue;
}

function countColors(pixels: Int32Array): Map<number, number> {
  const counts = new Map<number, number>();
  // Neighbouring pixels of one colour are counted at once: those from `start` to before `end`.
  let start = 0;
  for (let end = 1; end <= pixels.length; end++) {
    const color = pixels[start] ?? 0;
    if (pixels[end] === color) continue;
    counts.set(color, (counts.get(color) ?? 0) + end - start);
    start = end;
  }
  return counts;
}

/**
 * Chooses a palette of the most frequent colours, without colours that look the same. Also returns the index of the
 * nearest palette entry for each colour.
 */
function choosePalette(pixels: Int32Array): { palette: number[]; indexes: Map<number, number> } {
  const palette: number[] = [];
  const indexes = new Map<number, number>();
  const byCount = [...countColors(pixels)].sort((a, b) => b[1] - a[1]);
  for (const [color] of byCount) {
    let nearest = 0;
    let leastDistance = Number.POSITIVE_INFINITY;
    for (let index = 0; index < palette.length; index++) {
      const candidateDistance = measureColorDistance(color, palette[index] ?? 0);
      if (candidateDistance < leastDistance) {
        leastDistance = candidateDistance;
        nearest = index;
      }
    }
    if (leastDistance > maxEqualDistance && palette.length < paletteSize)
      nearest = palette.push(color) - 1;
    indexes.set(color, nearest);
  }
  return { palette, indexes };
}

function createChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/**
 * Encodes opaque 8-bit RGBA as a PNG with a palette and without metadata. It takes less time than the encoder of the
 * canvas library, and the file has a third of the size.
 */
export function encodePng(rgba: Uint8Array, width: number, height: number): Buffer {
  // Signed, because opaque colours as unsigned numbers exceed V8's small integers, which makes maps of them slow.
  const pixels = new Int32Array(rgba.buffer, rgba.byteOffset, width * height);
  const { palette, indexes } = choosePalette(pixels);
  // Each row starts with a byte for its filter; 0 means none.
  const rows = Buffer.alloc((width + 1) * height);
  let previous: number | undefined;
  let index = 0;
  for (let row = 0; row < height; row++) {
    const line = rows.subarray(row * (width + 1) + 1, (row + 1) * (width + 1));
    for (let column = 0; column < width; column++) {
      const color = pixels[row * width + column];
      if (color !== previous) index = indexes.get(color ?? 0) ?? 0;
      previous = color;
      line[column] = index;
    }
  }
  // Width and height (set below), 8 bits for each pixel, and colour type 3: a palette.
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    createChunk("IHDR", header),
    createChunk(
      "PLTE",
      Buffer.from(
        palette.flatMap((color) => [color & 255, (color >> 8) & 255, (color >> 16) & 255]),
      ),
    ),
    createChunk("IDAT", deflateSync(rows, { level: 7 })),
    createChunk("IEND", Buffer.alloc(0)),
  ]);
}
