import { Type } from "typebox";
import { bannerPictureSize } from "../../banners.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { defineObject } from "../../shapes.ts";
import { staffWriteErrors } from "../console.ts";

/** The sides of the stored pictures of contents, in pixels. */
export const contentPictureSizes = {
  icon: { width: 320, height: 320 },
  community_banner: { width: 1200, height: 400 },
  game: { width: 800, height: 450 },
  // The largest size at which a card draws a stamp.
  stamp: { width: 520, height: 520 },
  site_banner: bannerPictureSize,
} as const;
export type ContentPictureShape = keyof typeof contentPictureSizes;

/**
 * Stores a picture that a content will show: the middle of the file, as WebP. A picture that no content shows after a
 * day is deleted.
 */
export const postContentPicture = defineEndpoint({
  name: "postContentPicture",
  summary: "Store a picture for a content",
  method: "POST",
  path: "/api/v2/adm/pictures",
  caller: "admin",
  body: defineObject({
    shape: Type.Enum(Object.keys(contentPictureSizes) as ContentPictureShape[]),
  }),
  files: ["picture"],
  response: { 201: defineObject({ url: Type.String() }) },
  errors: staffWriteErrors,
  limits: [{ key: "user", max: 120, seconds: 3600, on_store_error: "allow" }],
});

/** The accepted types and names of videos; the server reads the content alone. */
export const videoTypes = ["video/mp4", ".mp4", ".mpeg4", ".m4v"] as const;

/** Maximum size of a video in bytes, its length in seconds, and its width and height in pixels. */
export const videoLimits = { bytes: 8 * 1024 * 1024, seconds: 60, edge: 1_920 } as const;

/**
 * Stores a video that a banner will show: MP4 with one track of H.264, without its metadata. A video that no banner
 * shows after a day is deleted.
 */
export const postContentVideo = defineEndpoint({
  name: "postContentVideo",
  summary: "Store a video for a banner",
  method: "POST",
  path: "/api/v2/adm/videos",
  caller: "admin",
  body: defineObject({}),
  files: ["video"],
  max_file_bytes: videoLimits.bytes,
  response: { 201: defineObject({ url: Type.String() }) },
  errors: staffWriteErrors,
  limits: [{ key: "user", max: 60, seconds: 3600, on_store_error: "allow" }],
});
