import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/** Deletes the file of an uploaded picture that its account no longer uses. */
export const deletePictureJob = defineJob("delete_picture", { icon_url: Type.String() });
