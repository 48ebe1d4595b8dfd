import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/** Writes the archive of an account, for the export with the number `run`. */
export const writeArchiveJob = defineJob(
  "write_archive",
  { user_pk: Type.Integer(), run: Type.Integer() },
  { isLong: true },
);

/** Brings the answers of an uploaded archive along, for the import with the number `run`. */
export const importArchiveJob = defineJob(
  "import_archive",
  { user_pk: Type.Integer(), run: Type.Integer() },
  { isLong: true },
);
