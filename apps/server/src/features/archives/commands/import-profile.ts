import { readTypedText, textLimits } from "@toibako/contract/text.ts";
import { Failure } from "#platform/http/failure.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import type { Services } from "#platform/services.ts";
import { findSessionUser } from "../../accounts/queries.ts";
import { addWord } from "../../filters/commands.ts";
import { updateAccount } from "../../settings/commands.ts";
import { readLimits } from "../policy/limits.ts";
import type { ImportedProfile } from "./imports.ts";
import { readJson } from "./read-json.ts";
import { type ArchiveReader, InvalidArchive } from "./read-zip.ts";

const accountPath = "data/account.json";
const picturePath = "pictures/profile.webp";

/**
 * Imports the introduction and the picture of an archive, each only if the account has none, and the archive's own
 * words. Repeating it changes nothing.
 */
export async function importProfile(
  services: Services,
  user_pk: number,
  archive: ArchiveReader,
): Promise<ImportedProfile> {
  const bytes = archive.sizes.get(accountPath) ?? 0;
  const account =
    bytes > 0 && bytes <= readLimits.dataBytes
      ? await readJson(archive, "account", accountPath)
      : { introduction: "", words: [] };
  return {
    words_count: await importOwnWords(services, user_pk, account.words),
    has_brought_introduction: await importIntroduction(services, user_pk, account.introduction),
    has_brought_picture: await importPicture(services, user_pk, archive),
  };
}

/** Returns how many words were added. Skips invalid words, and further words when the account's list is full. */
async function importOwnWords({ db }: Services, user_pk: number, words: string[]): Promise<number> {
  let count = 0;
  for (const word of words) {
    const id = createPublicId();
    const added = await ignoreRefusal(addWord(db, id, user_pk, word));
    if (added?.id === id) count += 1;
  }
  return count;
}

async function importIntroduction(
  services: Services,
  user_pk: number,
  typed: string,
): Promise<boolean> {
  const { text } = readTypedText(typed, textLimits.self_introduction);
  const user = await findSessionUser(services.db, user_pk);
  if (text === undefined || user.self_introduction !== "") return false;
  await updateAccount(services, user, { self_introduction: text });
  return true;
}

/** Decodes the picture and encodes it again, like an uploaded one; returns whether it became the profile picture. */
async function importPicture(
  services: Services,
  user_pk: number,
  archive: ArchiveReader,
): Promise<boolean> {
  const bytes = archive.sizes.get(picturePath);
  const user = await findSessionUser(services.db, user_pk);
  if (bytes === undefined || bytes > readLimits.pictureBytes || user.icon_url !== null)
    return false;
  const file = await archive.read(picturePath).catch(ignoreDamage);
  if (!file) return false;
  // The queue of pictures serves client addresses in turn; all imports count as one address, "import".
  const changed = await ignoreRefusal(updateAccount(services, user, {}, { file, ip: "import" }));
  return changed !== undefined;
}

/** Returns undefined if the change is refused. Rethrows `overloaded`, because a retry may succeed. */
async function ignoreRefusal<T>(change: Promise<T>): Promise<T | undefined> {
  try {
    return await change;
  } catch (error) {
    if (error instanceof Failure && error.code !== "overloaded") return undefined;
    throw error;
  }
}

function ignoreDamage(error: unknown): undefined {
  if (!(error instanceof InvalidArchive)) throw error;
}
