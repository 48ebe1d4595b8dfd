import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/** Writes the archive of an account. `run` is the random number of the export. */
export const writeArchiveJob = defineJob(
  "write_archive",
  { user_pk: Type.Integer(), run: Type.Integer() },
  { isLong: true },
);

/** Imports an uploaded archive. `run` is the random number of the import. */
export const importArchiveJob = defineJob(
  "import_archive",
  { user_pk: Type.Integer(), run: Type.Integer() },
  { isLong: true },
);
