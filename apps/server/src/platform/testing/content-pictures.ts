import { mapLocales, type TranslatedText } from "@toibako/contract/locales.ts";
import {
  type ContentPictureShape,
  postContentPicture,
  postContentVideo,
} from "@toibako/contract/staff/contents/pictures.ts";
import type { Browser } from "./browser.ts";
import { sendFile } from "./send-file.ts";

/** Uploads a file as the picture of a content. */
export const uploadContentPicture = (
  browser: Browser,
  shape: ContentPictureShape | "poster",
  file: Buffer,
) =>
  sendFile<{ url: string }>(browser, postContentPicture, file, {
    name: "picture",
    fields: { shape },
  });

/** Uploads a file as the video of a banner. */
export const uploadContentVideo = (browser: Browser, file: Buffer) =>
  sendFile<{ url: string }>(browser, postContentVideo, file, { name: "video", type: "video/mp4" });

/** The text of a content in each language, with the language behind it. */
export const buildTexts = (text: string): TranslatedText =>
  mapLocales((locale) => `${text} ${locale}`);
