import { postContentPicture, postContentVideo } from "@toibako/contract/staff/contents/pictures.ts";
import { implement } from "#platform/http/endpoint.ts";
import { createFieldFailure } from "#platform/http/failure.ts";
import { storeContentPicture } from "../../pictures/commands/content-pictures.ts";
import { storeContentVideo } from "../../pictures/commands/content-videos.ts";

/** The pictures and videos of the site's contents. */
export const contentPictureRoutes = [
  implement(postContentPicture, async ({ services, request, body, files }) => {
    const file = files.get("picture");
    if (!file) throw createFieldFailure("picture", "missing_field");
    return { body: { url: await storeContentPicture(services, request.ip, body.shape, file) } };
  }),

  implement(postContentVideo, async ({ services, request, files }) => {
    const file = files.get("video");
    if (!file) throw createFieldFailure("video", "missing_field");
    return { body: { url: await storeContentVideo(services, request.ip, file) } };
  }),
];
