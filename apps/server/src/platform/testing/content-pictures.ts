import { mapLocales, type TranslatedText } from "@toibako/contract/locales.ts";
import {
  type ContentPictureShape,
  postContentPicture,
  postContentVideo,
} from "@toibako/contract/staff/contents/pictures.ts";
import type { Browser } from "./browser.ts";

/** Uploads a file as the picture of a content. */
export function uploadContentPicture(
  browser: Browser,
  shape: ContentPictureShape | "poster",
  file: Buffer,
) {
  const head =
    `--boundary\r\nContent-Disposition: form-data; name="shape"\r\n\r\n${shape}\r\n` +
    '--boundary\r\nContent-Disposition: form-data; name="picture"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
  return browser.sendRaw<{ url: string }>(
    postContentPicture.method,
    postContentPicture.path,
    Buffer.concat([Buffer.from(head), file, Buffer.from("\r\n--boundary--\r\n")]),
    { "content-type": "multipart/form-data; boundary=boundary" },
  );
}

/** Uploads a file as the video of a banner. */
export function uploadContentVideo(browser: Browser, file: Buffer) {
  const head =
    '--boundary\r\nContent-Disposition: form-data; name="video"; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n';
  return browser.sendRaw<{ url: string }>(
    postContentVideo.method,
    postContentVideo.path,
    Buffer.concat([Buffer.from(head), file, Buffer.from("\r\n--boundary--\r\n")]),
    { "content-type": "multipart/form-data; boundary=boundary" },
  );
}

/** The text of a content in each language, with the language behind it. */
export const buildTexts = (text: string): TranslatedText =>
  mapLocales((locale) => `${text} ${locale}`);
