import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Config } from "#platform/config.ts";
import { openFolder, readFolderId } from "./folder.ts";
import type { Storage } from "./storage.ts";

interface OpenedStorage {
  storage: Storage;
  /** Processes find out by it whether they share their storage. */
  storage_id: string;
}

/** Opens the bucket of the configuration, or else the folder `storage` of the data folder. */
export async function openStorage({
  s3,
  data_dir,
}: Pick<Config, "s3" | "data_dir">): Promise<OpenedStorage> {
  if (s3) {
    const { openS3 } = await import("./s3.ts");
    const address = `${s3.endpoint}/${s3.bucket}/${s3.prefix}`;
    const storage_id = createHash("sha256").update(address).digest("base64url");
    return { storage: openS3(s3), storage_id };
  }
  const folder = join(data_dir, "storage");
  return { storage: openFolder(folder), storage_id: readFolderId(folder) };
}
