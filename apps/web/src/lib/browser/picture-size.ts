interface Size {
  width: number;
  height: number;
}

/** How many bytes of a file contain its size, except in JPEGs with very long metadata. */
const headerBytes = 512 * 1024;

/**
 * Reads the size of a picture from the header of its file, because decoding a picture of 20,000 × 20,000 pixels takes
 * more memory than most phones have. Undefined for other files and unusual headers.
 */
export async function readPictureSize(file: Blob): Promise<Size | undefined> {
  const bytes = new DataView(await file.slice(0, headerBytes).arrayBuffer());
  try {
    return readSize(bytes);
  } catch {
    // A read past the end of a broken file throws a RangeError.
    return undefined;
  }
}

function readSize(bytes: DataView): Size | undefined {
  const magic = bytes.getUint32(0);
  if (magic === 0x89504e47) return { width: bytes.getUint32(16), height: bytes.getUint32(20) };
  if (magic === 0x47494638) {
    return { width: bytes.getUint16(6, true), height: bytes.getUint16(8, true) };
  }
  if (magic === 0x52494646) return readWebpSize(bytes);
  return magic >>> 16 === 0xffd8 ? readJpegSize(bytes) : undefined;
}

/** The three forms of WebP: extended, lossless and lossy. */
function readWebpSize(bytes: DataView): Size | undefined {
  const form = bytes.getUint32(12);
  if (form === 0x56503858) {
    const readUint24 = (at: number) => bytes.getUint16(at, true) + (bytes.getUint8(at + 2) << 16);
    return { width: readUint24(24) + 1, height: readUint24(27) + 1 };
  }
  if (form === 0x5650384c) {
    const bits = bytes.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (form !== 0x56503820) return undefined;
  return { width: bytes.getUint16(26, true) & 0x3fff, height: bytes.getUint16(28, true) & 0x3fff };
}

/** Looks for the segment that starts a frame (0xC0 to 0xCF, except the tables 0xC4, 0xC8 and 0xCC). */
function readJpegSize(bytes: DataView): Size | undefined {
  let at = 2;
  while (bytes.getUint8(at) === 0xff) {
    const kind = bytes.getUint8(at + 1);
    if (kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc) {
      return { width: bytes.getUint16(at + 7), height: bytes.getUint16(at + 5) };
    }
    // 0xFF may be repeated before the kind of a segment.
    at += kind === 0xff ? 1 : 2 + bytes.getUint16(at + 2);
  }
  return undefined;
}
