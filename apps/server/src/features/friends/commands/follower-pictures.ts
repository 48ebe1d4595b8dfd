import { type Row, statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import type { Payload } from "#platform/jobs/definition.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import type { ProviderClients } from "../../accounts/providers/client.ts";
import { fetchPicture, type PictureSource } from "../../accounts/providers/pictures.ts";
import { convertPicture } from "../../pictures/commands.ts";
import { copyFollowerPicturesJob } from "../job-definitions.ts";
import { formatPictureFolder, formatPictureKey } from "../queries/pictures.ts";

type StartedImport = Payload<(typeof copyFollowerPicturesJob)["fields"]>;

/** Number of pictures that one job copies. Another job copies the next ones, so that accounts take turns. */
const batchSize = 200;
const maxFetchedBytes = 512 * 1024;
/** Width and height of a copy in pixels; lists show it at 48 CSS pixels. */
const edgePixels = 96;
const simultaneousFetches = 4;
/** If X doesn't reply to this many requests for pictures in a row, copying stops until the next import. */
const maxConsecutiveFailures = 10;
/** `convertPicture` takes turns between the IP addresses that sent pictures. This address stands for background work. */
const backgroundAddress = "0.0.0.0";

const isActiveAccountSql =
  "exists (select from users u where u.pk = :user_pk and u.left_at is null)";

const selectUncopied = statement(
  "friends.selectUncopiedPictures",
  `
  select follower.subject, follower.picture_url as "picture_url!", follower.picture_id as "picture_id!"
  from imported_followers follower
  join friend_imports on friend_imports.user_pk = follower.user_pk
    and friend_imports.run = follower.run
  where follower.user_pk = :user_pk and follower.run = :run and follower.picture_url is not null
    and follower.picture_id is not null and ${isActiveAccountSql}
  order by follower.position limit ${batchSize}`,
);
type UncopiedPicture = Row<"friends.selectUncopiedPictures">;

// `picture_url` becomes null even if the copy failed, so that the picture isn't fetched again before the next import,
// which sets `picture_url` again.
const updatePicture = statement(
  "friends.updateFollowerPicture",
  `
  update imported_followers set has_picture = :is_copied, picture_url = null
  where user_pk = :user_pk and subject = :subject and picture_id = :picture_id
    and ${isActiveAccountSql}
  returning subject`,
);

const selectActiveAccount = statement(
  "friends.selectActiveImporter",
  "select pk from users where pk = :user_pk and left_at is null",
);

// Another follower can have the same picture, and another copy of it can have been stored before the account left.
const selectPictureUse = statement(
  "friends.selectPictureUse",
  `
  select subject from imported_followers
  where user_pk = :user_pk and picture_id = :picture_id and has_picture limit 1`,
);

const enqueueNextBatch = statement(
  "friends.enqueuePictures",
  `
  with started_import as (
    select user_pk, run from friend_imports where user_pk = :user_pk and run = :run
  )
  ${enqueueSql([copyFollowerPicturesJob], "started_import")}`,
);

/**
 * Copies pictures of imported followers from X. Stops if X no longer replies, or if the account has left or was
 * destroyed; the next import copies the others.
 */
export async function copyFollowerPictures(
  services: Services,
  clients: ProviderClients,
  started: StartedImport,
): Promise<void> {
  const { twitter } = clients;
  if (!twitter) return;
  const uncopied = await selectUncopied(services.db, started);
  const isFullBatch = uncopied.length === batchSize;
  let consecutiveFailures = 0;
  let hasEnded = false;
  const copyOneAfterAnother = async () => {
    while (consecutiveFailures < maxConsecutiveFailures && !hasEnded) {
      const picture = uncopied.shift();
      if (!picture) return;
      const outcome = await copyPicture(services, twitter.pictures, started.user_pk, picture);
      consecutiveFailures = outcome === "unreachable" ? consecutiveFailures + 1 : 0;
      if (outcome === "account_ended") hasEnded = true;
    }
  };
  await Promise.all(Array.from({ length: simultaneousFetches }, copyOneAfterAnother));
  if (isFullBatch && !hasEnded && uncopied.length === 0)
    await enqueueNextBatch(services.db, started);
}

type CopyOutcome = "done" | "unreachable" | "account_ended";

/** Copies a picture, if X has one at its address. The outcome is `unreachable` if X didn't reply. */
async function copyPicture(
  { db, storage }: Services,
  source: PictureSource,
  user_pk: number,
  { subject, picture_url, picture_id }: UncopiedPicture,
): Promise<CopyOutcome> {
  const file = await fetchPicture(picture_url, source, maxFetchedBytes);
  const picture = typeof file === "string" ? undefined : await convertFile(file);
  const key = formatPictureKey(user_pk, picture_id);
  if (picture) await storage.write(key, picture);
  const updated = await updatePicture(db, {
    user_pk,
    subject,
    picture_id,
    is_copied: picture !== undefined,
  });
  if (updated.length === 0) {
    // X was unlinked, or the account left or was destroyed, while the picture was fetched.
    const [use] = await selectPictureUse(db, { user_pk, picture_id });
    if (picture && !use) await storage.remove(key);
    const [account] = await selectActiveAccount(db, { user_pk });
    if (!account) return "account_ended";
  }
  return file === "unreachable" ? "unreachable" : "done";
}

/** Converts a file to a small picture; returns undefined if it is not a picture or too large. */
async function convertFile(file: Buffer): Promise<Buffer | undefined> {
  try {
    return await convertPicture(backgroundAddress, file, {
      width: edgePixels,
      height: edgePixels,
    });
  } catch (error) {
    if (error instanceof Failure && error.code !== "overloaded") return undefined;
    throw error;
  }
}

const selectPictureIds = statement(
  "friends.selectPictureIds",
  `
  select picture_id as "picture_id!" from imported_followers
  where user_pk = :user_pk and picture_id is not null`,
);

/**
 * Deletes the picture files that no imported follower of an account has any more. Keeps the files of pictures that
 * `copyFollowerPictures` may be writing at the same time.
 */
export async function deleteUnusedFollowerPictures(
  { db, storage }: Pick<Services, "db" | "storage">,
  user_pk: number,
): Promise<void> {
  const rows = await selectPictureIds(db, { user_pk });
  if (rows.length === 0) return storage.removeAll(formatPictureFolder(user_pk));
  const used = new Set(rows.map(({ picture_id }) => `${picture_id}.webp`));
  for (const name of await storage.list(formatPictureFolder(user_pk))) {
    const [id = ""] = name.split(".");
    if (!used.has(name)) await storage.remove(formatPictureKey(user_pk, id));
  }
}
