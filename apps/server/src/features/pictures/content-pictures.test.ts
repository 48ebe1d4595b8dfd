import sharp from "sharp";
import { expect, test } from "vitest";
import { uploadContentPicture } from "#platform/testing/content-pictures.ts";
import { openSite } from "#platform/testing/site.ts";
import { registerStaff } from "#platform/testing/staff.ts";
import { deleteUnusedPictures, requirePictures } from "./commands/content-pictures.ts";

const site = await openSite();
const { db, database, jobs, storage } = site.services;
const admin = await registerStaff(site, "emi", "admin");
const moderator = await registerStaff(site, "ren");
const yui = await site.registerPerson("yui");

const photo = await sharp({ create: { width: 900, height: 900, channels: 3, background: "#0a0" } })
  .withExif({ IFD0: { Make: "SECRET-CAMERA" } })
  .jpeg()
  .toBuffer();

test("ADMIN-09 an uploaded picture becomes a WebP of its shape without metadata", async () => {
  for (const [shape, width, height] of [
    ["icon", 320, 320],
    ["community_banner", 1200, 400],
  ] as const) {
    const { status, data } = await uploadContentPicture(admin, shape, photo);
    expect(status).toBe(201);
    const { bytes } = await site.openBrowser().sendRaw("GET", data.url);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width, height });
    expect(bytes.toString("latin1")).not.toContain("SECRET");
  }
});

test("ADMIN-09 what is no picture, and a picture of an unknown shape, are refused", async () => {
  const page = Buffer.from("<!doctype html><script>alert(1)</script>");
  const refused = await uploadContentPicture(admin, "icon", page);
  expect([refused.status, refused.error?.code]).toEqual([415, "wrong_media"]);
  expect(
    (await uploadContentPicture(admin, "icon", Buffer.alloc(0))).error?.details,
  ).toHaveProperty("picture");
  expect((await uploadContentPicture(admin, "poster", photo)).error?.details).toHaveProperty(
    "shape",
  );
});

test("ADMIN-05 only admins store pictures of contents", async () => {
  expect((await uploadContentPicture(moderator, "icon", photo)).status).toBe(403);
  expect((await uploadContentPicture(yui, "icon", photo)).status).toBe(404);
});

test("ADMIN-09 a picture that no content shows after a day is deleted, one that a content shows stays", async () => {
  const upload = async () => (await uploadContentPicture(admin, "icon", photo)).data.url;
  const used = await upload();
  const unused = await upload();
  const recent = await upload();
  await database.executeSql("update communities set icon_uri = $1 where id = 'books'", [used]);
  await database.executeSql(
    "update content_pictures set stored_hour = now() - interval '25 hours' where url <> $1",
    [recent],
  );
  await deleteUnusedPictures(db);
  await deleteUnusedPictures(db);
  await jobs.drain();
  const kept = await Promise.all([used, unused, recent].map((url) => storage.read(url.slice(1))));
  expect(kept.map((file) => file !== undefined)).toEqual([true, false, true]);
  // The drawings of a first install have no files.
  const drawing = await yui.sendRaw("GET", "/community-pictures/icons/books.svg");
  expect(drawing.status).toBe(200);
  const { rows } = await database.executeSql(
    "select from content_pictures where url = '/community-pictures/icons/books.svg'",
  );
  expect(rows).toHaveLength(1);
});

test("ADMIN-09 an old picture that is about to be saved is not deleted meanwhile, and a deleted one is named", async () => {
  const { url } = (await uploadContentPicture(admin, "icon", photo)).data;
  const expire = () =>
    database.executeSql(
      "update content_pictures set stored_hour = now() - interval '25 hours' where url = $1",
      [url],
    );
  const require = () => requirePictures(db, { icon_url: url }, { icon_url: "icon" });
  await expire();
  await require();
  await deleteUnusedPictures(db);
  await require();
  await expire();
  await deleteUnusedPictures(db);
  await expect(require()).rejects.toMatchObject({
    fields: [{ field: "icon_url", text_key: "picture_needed" }],
  });
});
