import {
  type ContentPictureShape,
  postContentPicture,
  postContentVideo,
} from "@toibako/contract/staff/contents/pictures.ts";
import { send } from "#lib/http/client.ts";

/** Stores a picture for a content and returns its address. */
export async function uploadPicture(shape: ContentPictureShape, picture: Blob): Promise<string> {
  return (await send(postContentPicture, { body: { shape }, files: { picture } })).data.url;
}

/** Stores a video for a banner and returns its address. */
export async function uploadVideo(video: Blob): Promise<string> {
  return (await send(postContentVideo, { body: {}, files: { video } })).data.url;
}
