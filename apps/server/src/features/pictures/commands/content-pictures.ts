import { formatPictureUrl } from "@toibako/contract/pictures.ts";
import {
  type ContentPictureShape,
  contentPictureSizes,
} from "@toibako/contract/staff/contents/pictures.ts";
import { deleteBatchSql, repeatBatches } from "#platform/database/batches.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { Failure, type FieldProblem } from "#platform/http/failure.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { convertPicture } from "../commands.ts";
import { deletePictureJob } from "../job-definitions.ts";
import { formatPictureKey, isPictureSql } from "../queries.ts";
import type { videoShape } from "./content-videos.ts";

const insertPicture = statement(
  "pictures.insertContentPicture",
  `insert into content_pictures (url, shape, stored_hour)
  values (:url, :shape, date_trunc('hour', now(), 'UTC'))`,
);

/** Converts and stores a picture for a content, and returns its address. */
export async function storeContentPicture(
  { db, storage }: Pick<Services, "db" | "storage">,
  ip: string,
  shape: ContentPictureShape,
  file: Buffer,
): Promise<string> {
  const picture = await convertPicture(ip, file, contentPictureSizes[shape]);
  const id = createPublicId();
  const url = formatPictureUrl(id);
  // First, so that no file is left without a row.
  await insertPicture(db, { url, shape });
  await storage.write(formatPictureKey(id), picture);
  return url;
}

// What is about to be shown is as young as a new picture, so that it is not deleted before the save refers to it.
const renewPictures = statement(
  "pictures.renewContentPictures",
  `
  update content_pictures set stored_hour = date_trunc('hour', now(), 'UTC')
  where url = any(:urls::text[])
  returning url, shape`,
);

/**
 * Checks that fields have the addresses of stored pictures of these shapes, which then stay for a day; throws if one has
 * not. A field without a picture is null.
 */
export async function requirePictures<Field extends string>(
  db: Db,
  typed: Record<NoInfer<Field>, string | null>,
  shapes: Readonly<Record<Field, ContentPictureShape | typeof videoShape>>,
): Promise<void> {
  const fields = (Object.keys(shapes) as Field[]).filter((field) => typed[field] !== null);
  const stored = await renewPictures(db, { urls: fields.flatMap((field) => typed[field] ?? []) });
  const problems = fields
    .filter((field) => !stored.some((row) => isPicture(row, typed[field], shapes[field])))
    .map((field): FieldProblem => ({ field, text_key: "picture_needed" }));
  if (problems.length > 0) throw new Failure("invalid_fields", { fields: problems });
}

const isPicture = (row: { url: string; shape: string }, url: string | null, shape: string) =>
  row.url === url && row.shape === shape;

/** The columns that refer to `content_pictures`. */
const uses: readonly (readonly [table: string, column: string])[] = [
  ["communities", "icon_uri"],
  ["communities", "main_image_uri"],
  ["games", "image_url"],
  ["stamp_groups", "icon_url"],
  ["banners", "image_uri"],
  ["banners", "video_uri"],
  ["stamps", "picture_url"],
];

const unusedSql = [
  isPictureSql("content_pictures.url"),
  "content_pictures.stored_hour < now() - interval '1 day'",
  ...uses.map(
    ([table, column]) =>
      `not exists (select from ${table} where ${table}.${column} = content_pictures.url)`,
  ),
].join(" and ");

const deleteUnused = statement(
  "pictures.deleteUnusedContentPictures",
  `
  with deleted_pictures as (
    ${deleteBatchSql("content_pictures", "url", unusedSql, "url as icon_url")}
  ), enqueued_deletions as (
    ${enqueueSql([deletePictureJob], "deleted_pictures")}
  )
  select icon_url from deleted_pictures`,
);

/** Deletes pictures that no content shows a day after they were stored. */
export const deleteUnusedPictures = (db: Db): Promise<void> =>
  repeatBatches(() => deleteUnused(db, {}));
