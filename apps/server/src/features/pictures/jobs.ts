import { handleJob, type Job } from "#platform/jobs/jobs.ts";
import type { Services } from "#platform/services.ts";
import { removePicture } from "./commands.ts";
import { deletePictureJob } from "./job-definitions.ts";

export function createPictureJob(services: Services): Job {
  return handleJob(deletePictureJob, ({ icon_url }) => removePicture(services, icon_url));
}
