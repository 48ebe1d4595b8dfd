import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { formatVideoUrl } from "@toibako/contract/pictures.ts";
import { statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import { createWorkQueue } from "#platform/limits/work-queue.ts";
import type { Services } from "#platform/services.ts";
import { type InspectedVideo, removeMetadata, type VideoProblem } from "../policy.ts";
import { formatVideoKey } from "../queries.ts";

/** The shape of the rows of videos in `content_pictures`. */
export const videoShape = "video";

/** Inspects one file at a time, while a few wait. */
const inspectionQueue = createWorkQueue("videos", 1, 5);

/** Starting the process takes most of the time, and seconds if the machine is busy. */
const processLimits = { megabytes: 64, milliseconds: 30_000 };

const script = fileURLToPath(new URL("../inspect-video.ts", import.meta.url));
// It can neither write files nor start processes.
const flags = [
  `--max-old-space-size=${processLimits.megabytes}`,
  "--permission",
  "--allow-fs-read=*",
  "--disable-warning=ExperimentalWarning",
];

const insertVideo = statement(
  "pictures.insertContentVideo",
  `insert into content_pictures (url, shape, width, height, stored_hour)
  values (:url, '${videoShape}', :width, :height, date_trunc('hour', now(), 'UTC'))`,
);

/** Stores a video for a banner without its metadata, and returns its address. Throws if it is no accepted video. */
export async function storeContentVideo(
  { db, storage }: Pick<Services, "db" | "storage">,
  ip: string,
  file: Buffer,
): Promise<string> {
  // The signature of every accepted file.
  if (file.toString("latin1", 4, 8) !== "ftyp") throw createVideoFailure("wrong_media");
  const { width, height, metadata } = await inspectionQueue.run(ip, () => inspectInProcess(file));
  const id = createPublicId();
  const url = formatVideoUrl(id);
  // First, so that no file is left without a row.
  await insertVideo(db, { url, width, height });
  await storage.write(formatVideoKey(id), removeMetadata(file, metadata));
  return url;
}

/**
 * Inspects a file in a process of its own. A file can claim to have billions of samples, for which the library tries to
 * take memory in one step: in a thread with a limit, this would end the whole process. One that takes too much memory
 * is refused like a damaged one.
 */
async function inspectInProcess(file: Buffer): Promise<InspectedVideo> {
  const output = await new Promise<string>((resolve, reject) => {
    const options = {
      timeout: processLimits.milliseconds,
      killSignal: "SIGKILL",
      env: {},
    } as const;
    const child = execFile(process.execPath, [...flags, script], options, (error, stdout) => {
      if (!error) resolve(stdout);
      else if (error.killed) reject(new Failure("overloaded", { retry_after: 5 }));
      else reject(createVideoFailure("wrong_media"));
    });
    // The process may end before it has read everything.
    child.stdin?.on("error", () => undefined).end(file);
  });
  const result = JSON.parse(output) as InspectedVideo | VideoProblem;
  if (typeof result === "string") throw createVideoFailure(result);
  return result;
}

const createVideoFailure = (code: VideoProblem) =>
  new Failure(code, { fields: [{ field: "video", text_key: `video_${code}` }] });
