import { getCurrentUser } from "@toibako/contract/accounts.ts";
import { findDefaultAvatar, formatAvatarUrl } from "@toibako/contract/avatars.ts";
import { maxPictureBytes } from "@toibako/contract/pictures.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { putProfile, putUser } from "@toibako/contract/settings.ts";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { sendFile } from "#platform/testing/send-file.ts";
import { openSite } from "#platform/testing/site.ts";

const site = await openSite();
const { storage, jobs } = site.services;
const yui = await site.registerPerson("yui");

/** Creates a picture of three stripes: red, green and blue from left to right. */
function drawStripes(width: number, height: number) {
  const third = Math.round(width / 3);
  const stripe = (left: number, background: string) => ({
    input: { create: { width: third, height, channels: 3 as const, background } },
    left,
    top: 0,
  });
  return sharp({ create: { width, height, channels: 3, background: "#fff" } }).composite([
    stripe(0, "#f00"),
    stripe(third, "#0f0"),
    stripe(width - third, "#00f"),
  ]);
}

const upload = (
  person: Browser,
  file: Buffer,
  sent: { name?: string; type?: string; isChunked?: boolean } = {},
) =>
  sendFile<{ user: { icon_url: string; avatar: string | null } }>(person, putProfile, file, {
    name: "user[icon]",
    ...sent,
  });

async function readIcon(person: Browser): Promise<string> {
  const { data } = await person.send(getCurrentUser, {});
  return "user" in data ? data.user.icon_url : "";
}

const formats = ["png", "jpeg", "gif", "webp"] as const;

test.each(formats)(
  "SET-19 the middle square of a %s becomes the picture that everybody sees",
  async (format) => {
    const file = await drawStripes(900, 300).toFormat(format).toBuffer();
    const saved = await upload(yui, file);
    expect(saved.status).toBe(200);
    const { icon_url } = saved.data.user;
    expect(icon_url).toMatch(/^\/pictures\/[\w-]{22}\.webp$/);
    expect(saved.data.user.avatar).toBeNull();
    expect(
      (await site.openBrowser().send(getUser, { params: { id: "yui" } })).data.user.icon_url,
    ).toBe(icon_url);

    const served = await site.openBrowser().sendRaw("GET", icon_url);
    expect(served.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
    });
    const { data, info } = await sharp(served.bytes).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([320, 320]);
    // The pixel in the middle is of the green stripe.
    const [red = 255, green = 0, blue = 255] = data.subarray((160 * 320 + 160) * info.channels);
    expect(red).toBeLessThan(40);
    expect(green).toBeGreaterThan(200);
    expect(blue).toBeLessThan(40);
  },
);

test("SET-19 PRIV-06 position, camera and appended data of a photo are removed", async () => {
  const photo = await drawStripes(400, 400)
    .withExif({
      IFD0: { Make: "SECRET-CAMERA", Artist: "SECRET-ARTIST" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "35/1 40/1 0/1" },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SECRET-XMP</x:xmpmeta>')
    .jpeg()
    .toBuffer();
  const polyglot = Buffer.concat([photo, Buffer.from("<script>alert('SECRET-SCRIPT')</script>")]);
  expect(polyglot.toString("latin1")).toMatch(/SECRET-CAMERA/);
  const { data } = await upload(yui, polyglot);
  const { bytes } = await yui.sendRaw("GET", data.user.icon_url);
  expect(bytes.toString("latin1")).not.toMatch(/SECRET|script|Exif|xmp/i);
  const { exif, xmp, icc } = await sharp(bytes).metadata();
  expect([exif, xmp, icc]).toEqual([undefined, undefined, undefined]);
});

test("SET-19 a photo is rotated by its EXIF orientation", async () => {
  // EXIF orientation 6: the left edge of the stored pixels is the top of the photo.
  const photo = await drawStripes(300, 300).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const { data } = await upload(yui, photo);
  const { bytes } = await yui.sendRaw("GET", data.user.icon_url);
  const raw = await sharp(bytes).removeAlpha().raw().toBuffer();
  // A pixel near the top, in the middle of the row.
  const [red = 0, , blue = 255] = raw.subarray((20 * 320 + 160) * 3);
  expect(red).toBeGreaterThan(200);
  expect(blue).toBeLessThan(60);
});

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>',
);
const png = await drawStripes(300, 300).png().toBuffer();
const jpeg = await drawStripes(3000, 3000).jpeg().toBuffer();
const refusedFiles: Record<string, Buffer> = {
  "an SVG": svg,
  "an SVG after the first bytes of a PNG": Buffer.concat([png.subarray(0, 8), svg]),
  "a page": Buffer.from("<!doctype html><script>alert(1)</script>"),
  "a PDF": Buffer.from("%PDF-1.4\n%%EOF"),
  "a TIFF": await drawStripes(30, 30).tiff().toBuffer(),
  "an AVIF": await drawStripes(30, 30).avif().toBuffer(),
  "half of a PNG": png.subarray(0, png.length / 2),
  "half of a JPEG": jpeg.subarray(0, jpeg.length / 2),
  "one byte": Buffer.from([0xff]),
  "bytes after the beginning of a GIF": Buffer.concat([
    Buffer.from("GIF89a"),
    Buffer.alloc(500, 7),
  ]),
};

test.each(Object.entries(refusedFiles))(
  "START-02 SET-19 %s is refused, whatever type it claims",
  async (_, file) => {
    const before = await readIcon(yui);
    for (const type of ["image/png", "image/svg+xml", "text/html"]) {
      const reply = await upload(yui, file, { type });
      expect(reply.status).toBe(415);
      expect(reply.error).toMatchObject({ code: "wrong_media" });
      expect(reply.error?.details.icon?.[0]).toContain("WebP");
    }
    expect(await readIcon(yui)).toBe(before);
  },
);

test("SET-19 a small file with too many pixels is refused before it is decoded", async () => {
  const bomb = await sharp({
    create: { width: 20_000, height: 20_000, channels: 3, background: "#fff" },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect(bomb.length).toBeLessThan(maxPictureBytes);
  const reply = await upload(yui, bomb);
  expect(reply.status).toBe(413);
  // The text names the maximum of 25 million pixels.
  expect(reply.error?.details.icon?.[0]).toContain("25");
});

test("SET-19 a file of more than 5 MB is refused", async () => {
  const large = Buffer.concat([png, Buffer.alloc(maxPictureBytes)]);
  expect((await upload(yui, large)).error).toMatchObject({ code: "too_large" });
});

test("SET-19 a chunked upload of more than 5 MB is refused while it is read, and a smaller one is accepted", async () => {
  const before = await readIcon(yui);
  const large = Buffer.concat([png, Buffer.alloc(maxPictureBytes)]);
  const refused = await upload(yui, large, { isChunked: true });
  expect(refused.status).toBe(413);
  expect(refused.error).toMatchObject({ code: "too_large" });
  expect(await readIcon(yui)).toBe(before);
  const accepted = await upload(yui, png, { isChunked: true });
  expect(accepted.status).toBe(200);
  expect(await readIcon(yui)).not.toBe(before);
});

test("SET-19 an upload of 30 MB is refused by its content length, before it is read", async () => {
  const reply = await yui.sendRaw(putProfile.method, putProfile.path, "", {
    "content-type": "multipart/form-data; boundary=x",
    "content-length": String(30 * 1024 * 1024),
  });
  expect(reply.status).toBe(413);
  expect(reply.headers.connection).toBe("close");
});

test.each([
  ["no boundary", "multipart/form-data", "x", 400],
  ["an empty body", "multipart/form-data; boundary=x", "", 422],
  [
    "a body without an end",
    "multipart/form-data; boundary=x",
    '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb',
    400,
  ],
  ["another type", "text/plain", "x", 415],
] as const)("SET-19 %s is refused", async (_, type, body, status) => {
  const reply = await yui.sendRaw(putProfile.method, putProfile.path, body, {
    "content-type": type,
  });
  expect(reply.status).toBe(status);
});

test("SET-19 a file in an unknown field and a missing file are refused", async () => {
  expect((await upload(yui, png, { name: "user[banner]" })).error?.details).toHaveProperty(
    "user[banner]",
  );
  // An empty file counts as none, so this is a form without any field. Such a form lacks the birthday.
  expect((await upload(yui, Buffer.alloc(0))).error?.details).toHaveProperty("birthday_year");
  expect((await site.openBrowser().send(putProfile, { body: {} })).status).toBe(401);
});

test("SET-19 a replaced picture is deleted, also if an avatar replaces it", async () => {
  const first = (await upload(yui, png)).data.user.icon_url;
  const second = (await upload(yui, png)).data.user.icon_url;
  await jobs.drain();
  expect(await storage.read(first.slice(1))).toBeUndefined();
  expect(await storage.read(second.slice(1))).toBeInstanceOf(Buffer);
  const avatar = findDefaultAvatar("yui");
  const removed = await yui.send(putUser, { body: { avatar } });
  expect(removed.data.user).toMatchObject({ avatar, icon_url: formatAvatarUrl(avatar) });
  await jobs.drain();
  expect(await storage.list("pictures")).toEqual([]);
  expect((await site.openBrowser().sendRaw("GET", second)).status).toBe(404);
});

test("FEEL-04 the card of a profile shows the uploaded picture", async () => {
  const readCard = async () => (await yui.sendRaw("GET", "/cards/profiles/ja/yui.png")).bytes;
  const red = sharp({ create: { width: 50, height: 50, channels: 3, background: "#ff0000" } });
  await upload(yui, await red.png().toBuffer());
  const { data, info } = await sharp(await readCard())
    .raw()
    .toBuffer({ resolveWithObject: true });
  // The middle of the profile picture on the card.
  const middle = (132 * info.width + 600) * info.channels;
  expect([...data.subarray(middle, middle + 3)]).toEqual(
    [255, 0, 0].map((value) => expect.closeTo(value, -1)),
  );
});
