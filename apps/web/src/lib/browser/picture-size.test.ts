import { expect, test } from "vitest";
import { readPictureSize } from "./picture-size.ts";

const big = (...numbers: number[]) => numbers.flatMap((number) => [number >> 8, number & 0xff]);
const little = (...numbers: number[]) => numbers.flatMap((number) => [number & 0xff, number >> 8]);
const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0));

const png = [0x89, ...ascii("PNG\r\n\x1a\n"), 0, 0, 0, 13, ...ascii("IHDR")];
const riff = [...ascii("RIFF"), 0, 0, 0, 0, ...ascii("WEBP")];

test.each([
  ["a PNG", [...png, ...big(0, 20_000, 0, 10_000)]],
  ["a GIF", [...ascii("GIF89a"), ...little(20_000, 10_000)]],
  [
    "an extended WebP",
    [...riff, ...ascii("VP8X"), ...Array(8).fill(0), 0x1f, 0x4e, 0, 0x0f, 0x27, 0],
  ],
  [
    "a JPEG with metadata",
    [
      0xff,
      0xd8,
      0xff,
      0xe1,
      ...big(4),
      9,
      9,
      0xff,
      0xff,
      0xc2,
      ...big(17),
      8,
      ...big(10_000, 20_000),
    ],
  ],
])("SET-19 the size of %s is read from its header", async (_, bytes) => {
  const file = new Blob([Uint8Array.from(bytes)]);
  expect(await readPictureSize(file)).toEqual({ width: 20_000, height: 10_000 });
});

test("SET-19 the size of lossy and lossless WebP is read from its header", async () => {
  const lossless = (13_000 - 1) | ((9_000 - 1) << 14);
  const bits = [0, 8, 16, 24].map((shift) => (lossless >>> shift) & 0xff);
  const files = [
    [...riff, ...ascii("VP8L"), 0, 0, 0, 0, 0x2f, ...bits],
    [...riff, ...ascii("VP8 "), ...Array(10).fill(0), ...little(13_000, 9_000)],
  ];
  for (const bytes of files) {
    const size = await readPictureSize(new Blob([Uint8Array.from(bytes)]));
    expect(size).toEqual({ width: 13_000, height: 9_000 });
  }
});

test.each([[[]], [[0xff, 0xd8, 0xff, 0xe0, 0xff]], [ascii("<svg></svg>")]])(
  "SET-19 the file %j has no readable size",
  async (bytes) => {
    expect(await readPictureSize(new Blob([Uint8Array.from(bytes)]))).toBeUndefined();
  },
);
