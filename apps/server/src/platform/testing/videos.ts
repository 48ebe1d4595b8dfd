/** What a test's video is like; by default half a second of a plain colour that every browser plays. */
interface VideoOptions {
  /** Multiples of 16. */
  width?: number;
  height?: number;
  seconds?: number;
  /** The luma of the picture in each frame, from 16 to 235. */
  frames?: readonly number[];
  brand?: string;
  /** The type of the sample entry. */
  format?: string;
  /** Where the media lie, if not in the file. */
  address?: string;
  /** Further boxes of `moov`, and of the file behind the others. */
  moovBoxes?: readonly Buffer[];
  fileBoxes?: readonly Buffer[];
  /** How many samples the table of sizes claims, each of one byte. */
  claimedSamples?: number;
}

export const mp4Box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, content]);
};

const u32 = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};
const u16 = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2);
  return bytes;
};
const matrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

/** Writes bits, and numbers in the Exp-Golomb code of H.264. */
class BitWriter {
  readonly #bits: number[] = [];

  bits(value: number, count: number): this {
    for (let index = count - 1; index >= 0; index--) this.#bits.push((value >> index) & 1);
    return this;
  }

  ue(...values: readonly number[]): this {
    for (const value of values) {
      const length = 32 - Math.clz32(value + 1);
      this.bits(0, length - 1).bits(value + 1, length);
    }
    return this;
  }

  align(): this {
    while (this.#bits.length % 8 > 0) this.#bits.push(0);
    return this;
  }

  /** Ends the unit, and separates what would look like the start of another one. */
  end(type: number): Buffer {
    this.bits(1, 1).align();
    const bytes = [type];
    for (let index = 0; index < this.#bits.length; index += 8) {
      const byte = Number.parseInt(this.#bits.slice(index, index + 8).join(""), 2);
      if (byte <= 3 && bytes.at(-1) === 0 && bytes.at(-2) === 0) bytes.push(3);
      bytes.push(byte);
    }
    return Buffer.from(bytes);
  }
}

/** The sequence parameters of the baseline profile. */
const buildSps = (columns: number, rows: number) =>
  new BitWriter()
    .bits(66, 8)
    .bits(0xc0, 8)
    .bits(40, 8)
    .ue(0, 0, 2, 0)
    .bits(0, 1)
    .ue(columns - 1, rows - 1)
    .bits(0b1100, 4)
    .end(0x67);

const buildPps = () =>
  new BitWriter().ue(0, 0).bits(0, 2).ue(0, 0, 0).bits(0, 3).ue(0, 0, 0).bits(0b100, 3).end(0x68);

/** A picture whose macroblocks are stored without compression. */
function buildFrame(macroblocks: number, number: number, luma: number): Buffer {
  const writer = new BitWriter()
    .ue(0, 7, 0)
    .bits(0, 4)
    .ue(number % 2)
    .bits(0, 2)
    .ue(0, 1);
  for (let index = 0; index < macroblocks; index++) {
    writer.ue(25).align();
    for (let sample = 0; sample < 256; sample++) writer.bits(luma, 8);
    for (let sample = 0; sample < 128; sample++) writer.bits(sample < 64 ? 170 : 100, 8);
  }
  return writer.end(0x65);
}

/** A video track, or one of another kind with the same frames. */
function buildTrack(options: Required<VideoOptions>, sizes: readonly number[], offset: number) {
  const { width, height, seconds, format, address, claimedSamples } = options;
  const sps = buildSps(width / 16, height / 16);
  const pps = buildPps();
  const avcC = mp4Box(
    "avcC",
    Buffer.from([1, 66, 0xc0, 40, 0xff, 0xe1]),
    u16(sps.length),
    sps,
    Buffer.from([1]),
    u16(pps.length),
    pps,
  );
  const entry = mp4Box(
    format,
    u32(0),
    u16(0, 1),
    u32(0, 0, 0, 0),
    u16(width, height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    Buffer.alloc(32),
    u16(24, 0xffff),
    avcC,
  );
  const url =
    address === ""
      ? mp4Box("url ", u32(1))
      : mp4Box("url ", u32(0), Buffer.from(`${address}\0`, "latin1"));
  const stsz =
    claimedSamples > 0
      ? mp4Box("stsz", u32(0, 1, claimedSamples))
      : mp4Box("stsz", u32(0, 0, sizes.length, ...sizes));
  const stbl = mp4Box(
    "stbl",
    mp4Box("stsd", u32(0, 1), entry),
    mp4Box("stts", u32(0, 1, sizes.length, Math.round((seconds * 1_000) / sizes.length))),
    mp4Box("stsc", u32(0, 1, 1, claimedSamples || sizes.length, 1)),
    stsz,
    mp4Box("stco", u32(0, 1, offset)),
  );
  const duration = Math.round(seconds * 1_000);
  return mp4Box(
    "trak",
    mp4Box(
      "tkhd",
      u32(3, 0, 0, 1, 0, duration, 0, 0, 0, 0),
      matrix,
      u32(width << 16, height << 16),
    ),
    mp4Box(
      "mdia",
      mp4Box("mdhd", u32(0, 0, 0, 1_000, duration), u16(0x55c4, 0)),
      mp4Box("hdlr", u32(0, 0), Buffer.from("vide"), u32(0, 0, 0), Buffer.from("\0")),
      mp4Box(
        "minf",
        mp4Box("vmhd", u32(1, 0, 0)),
        mp4Box("dinf", mp4Box("dref", u32(0, 1), url)),
        stbl,
      ),
    ),
  );
}

/** Builds an MP4 file with one track of H.264. */
export function buildVideo(changes: VideoOptions = {}): Buffer {
  const options = {
    width: 64,
    height: 48,
    seconds: 0.5,
    frames: [60, 120, 180],
    brand: "isom",
    format: "avc1",
    address: "",
    moovBoxes: [],
    fileBoxes: [],
    claimedSamples: 0,
    ...changes,
  };
  const { width, height, seconds, frames } = options;
  const samples = frames.map((luma, number) => {
    const frame = buildFrame((width / 16) * (height / 16), number, luma);
    return Buffer.concat([u32(frame.length), frame]);
  });
  const sizes = samples.map(({ length }) => length);
  const duration = Math.round(seconds * 1_000);
  const ftyp = mp4Box("ftyp", Buffer.from(options.brand), u32(512), Buffer.from(options.brand));
  const mvhd = mp4Box(
    "mvhd",
    u32(0, 0, 0, 1_000, duration, 0x10000),
    u16(0x100, 0),
    u32(0, 0),
    matrix,
    u32(0, 0, 0, 0, 0, 0, 2),
  );
  const buildMoov = (offset: number) =>
    mp4Box("moov", mvhd, buildTrack(options, sizes, offset), ...options.moovBoxes);
  const offset = ftyp.length + buildMoov(0).length + 8;
  return Buffer.concat([ftyp, buildMoov(offset), mp4Box("mdat", ...samples), ...options.fileBoxes]);
}
