import sharp from "sharp";
import { expect, test } from "vitest";
import { uploadContentPicture, uploadContentVideo } from "#platform/testing/content-pictures.ts";
import { openSite } from "#platform/testing/site.ts";
import { registerStaff } from "#platform/testing/staff.ts";
import { buildVideo, mp4Box } from "#platform/testing/videos.ts";
import { deleteUnusedPictures } from "./commands/content-pictures.ts";

const site = await openSite();
const { db, database, jobs, storage } = site.services;
const admin = await registerStaff(site, "emi", "admin");
const moderator = await registerStaff(site, "ren");
const yui = await site.registerPerson("yui");

const video = buildVideo();
const upload = (file: Buffer) => uploadContentVideo(admin, file);
const place = mp4Box("udta", Buffer.from("SECRET-PLACE"));

test("ADS-11 an MP4 video is stored without its metadata and served in ranges", async () => {
  const tagged = buildVideo({ moovBoxes: [place], fileBoxes: [mp4Box("free", place)] });
  const { status, data } = await upload(tagged);
  expect([status, data.url]).toEqual([201, expect.stringMatching(/^\/pictures\/[\w-]{22}\.mp4$/)]);
  const browser = site.openBrowser();
  const whole = await browser.sendRaw("GET", data.url);
  expect(whole.bytes).toHaveLength(tagged.length);
  expect(whole.bytes.toString("latin1")).not.toContain("SECRET");
  expect(whole.headers).toMatchObject({
    "content-type": "video/mp4",
    "x-content-type-options": "nosniff",
    "accept-ranges": "bytes",
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": "sandbox; default-src 'none'",
  });
  const read = async (range: string) => {
    const part = await browser.sendRaw("GET", data.url, undefined, { range });
    return [part.status, part.headers["content-range"], part.bytes.length];
  };
  const size = tagged.length;
  expect(await read("bytes=0-1")).toEqual([206, `bytes 0-1/${size}`, 2]);
  expect(await read(`bytes=${size - 5}-`)).toEqual([
    206,
    `bytes ${size - 5}-${size - 1}/${size}`,
    5,
  ]);
  expect(await read("bytes=-7")).toEqual([206, `bytes ${size - 7}-${size - 1}/${size}`, 7]);
  expect((await read(`bytes=${size}-`)).slice(0, 2)).toEqual([416, `bytes */${size}`]);
  for (const range of ["bytes=0-1,4-5", "bytes=x", "lines=0-1", "bytes=5-1"]) {
    expect(await read(range)).toEqual([200, undefined, size]);
  }
  const part = await browser.sendRaw("GET", data.url, undefined, { range: "bytes=4-7" });
  expect(part.bytes.toString("latin1")).toBe("ftyp");
});

const trak = (handler: string) =>
  mp4Box(
    "trak",
    mp4Box("mdia", mp4Box("hdlr", Buffer.alloc(8), Buffer.from(handler), Buffer.alloc(13))),
  );
const webm = Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 1, 0, 0, 0, 0, 0, 0, 0x1f]);
const page = Buffer.from("<!doctype html><script>alert(1)</script>");

test.each<[string, Buffer]>([
  ["a page", page],
  ["a WebM", webm],
  ["a QuickTime file", buildVideo({ brand: "qt  " })],
  ["a 3GPP file", buildVideo({ brand: "3gp4" })],
  ["a picture of this container", buildVideo({ brand: "avif" })],
  ["a header alone", video.subarray(0, 20)],
  ["a truncated one", video.subarray(0, video.length - 100)],
  ["one without its index", Buffer.concat([video.subarray(0, 20), mp4Box("mdat", video)])],
  ["one with a page behind it", Buffer.concat([video, page])],
  ["one with a ZIP behind it", Buffer.concat([video, Buffer.from("PK\x03\x04")])],
  ["one with a box of an unknown type", buildVideo({ fileBoxes: [mp4Box("uuid", page)] })],
  ["one with fragments", buildVideo({ fileBoxes: [mp4Box("moof")] })],
  ["H.265", buildVideo({ format: "hvc1" })],
  ["MPEG-4 Visual", buildVideo({ format: "mp4v" })],
  ["subtitles", buildVideo({ moovBoxes: [trak("text")] })],
  ["hints", buildVideo({ moovBoxes: [trak("hint")] })],
  ["a track of metadata", buildVideo({ moovBoxes: [trak("meta")] })],
  ["two pictures", buildVideo({ moovBoxes: [trak("vide")] })],
  ["media of another address", buildVideo({ address: "https://other.example/a.mp4" })],
  ["media of a file", buildVideo({ address: "file:///etc/passwd" })],
  ["no duration", buildVideo({ seconds: 0 })],
  ["no size", buildVideo({ width: 0, height: 0 })],
])("ADS-11 %s is no video for a banner", async (_name, file) => {
  const { status, error } = await upload(file);
  expect([status, error?.code]).toEqual([415, "wrong_media"]);
  expect(error?.details).toHaveProperty("video");
});

test("ADS-11 a video that claims billions of samples or nests boxes without end costs little and is refused", async () => {
  expect((await upload(buildVideo({ claimedSamples: 0xffffffff }))).status).toBe(415);
  const depth = 20_000;
  const heads = Array.from({ length: depth }, (_, level) => {
    const head = mp4Box("trak");
    head.writeUInt32BE((depth - level) * head.length);
    return head;
  });
  const nested = Buffer.concat(heads);
  expect((await upload(buildVideo({ moovBoxes: [nested] }))).status).toBe(415);
  expect((await upload(video)).status).toBe(201);
});

test("ADS-11 a video that is too long, too wide or too large is refused", async () => {
  for (const file of [buildVideo({ seconds: 61 }), buildVideo({ width: 1_936, frames: [1] })]) {
    const { status, error } = await upload(file);
    expect([status, Object.keys(error?.details ?? {})]).toEqual([413, ["video"]]);
  }
  const large = Buffer.concat([video, mp4Box("free", Buffer.alloc(8 * 1024 * 1024))]);
  expect((await upload(large)).status).toBe(413);
});

test("ADS-11 only admins store videos, and pictures of people are no videos", async () => {
  expect((await uploadContentVideo(moderator, video)).status).toBe(403);
  expect((await uploadContentVideo(yui, video)).status).toBe(404);
  const asPicture = await uploadContentPicture(admin, "site_banner", video);
  expect([asPicture.status, asPicture.error?.code]).toEqual([415, "wrong_media"]);
});

test("ADS-11 png, jpeg, gif and webp are pictures of a banner; of an animation of 10,000 frames only the first is read", async () => {
  const plain = sharp({ create: { width: 40, height: 30, channels: 3, background: "#00f" } });
  const gif = await plain.clone().gif().toBuffer();
  const files = [
    await plain.clone().png().toBuffer(),
    await plain.clone().jpeg().toBuffer(),
    await plain.clone().webp().toBuffer(),
    gif,
    // The frames after the first one, which are repeated, stand between the head and the trailer of the file.
    Buffer.concat([gif.subarray(0, -1), ...Array<Buffer>(10_000).fill(gif.subarray(-40, -1))]),
  ];
  for (const file of files) {
    const { status, data } = await uploadContentPicture(admin, "site_banner", file);
    expect(status).toBe(201);
    const { bytes } = await site.openBrowser().sendRaw("GET", data.url);
    const { format, width, height, pages } = await sharp(bytes).metadata();
    expect([format, width, height, pages ?? 1]).toEqual(["webp", 1200, 900, 1]);
  }
});

test("ADS-11 a video that no banner shows after a day is deleted", async () => {
  const { url } = (await upload(video)).data;
  await database.executeSql(
    "update content_pictures set stored_hour = now() - interval '25 hours' where url = $1",
    [url],
  );
  await deleteUnusedPictures(db);
  await jobs.drain();
  expect(await storage.read(url.slice(1))).toBeUndefined();
  expect((await site.openBrowser().sendRaw("GET", url)).status).toBe(404);
});
