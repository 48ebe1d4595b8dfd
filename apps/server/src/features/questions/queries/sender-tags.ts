import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { listOwnIdentities, type Viewer } from "#platform/identity/viewer.ts";
import type { SentCount, Services } from "#platform/services.ts";

type TagServices = Pick<Services, "secrets" | "sent_counts">;

const selectExistingTags = statement(
  "questions.selectExistingTags",
  `
  select given.position::int as "position!"
  from unnest(:tags::bytea[]) with ordinality as given (tag, position)
  where exists (select from sent_questions where sent_questions.tag = given.tag)`,
);

/**
 * A search without an upper bound checks the numbers that are 16, 32, …, 524,288 above the lower bound.
 */
const doublings = Array.from({ length: 16 }, (_, index) => 16 * 2 ** index);
/** A search without an upper bound also checks this many numbers next to the lower bound. */
const nearestCount = 7;
/** Maximum number of tags that one statement checks. */
const maxProbes = 32;
/** Maximum number of tags that are offered to a question while its sender's count isn't known exactly. */
const maxCandidates = 16;

const unknownCount: SentCount = { least: 0, below: Number.POSITIVE_INFINITY };

function readCachedCount(
  { sent_counts }: Pick<TagServices, "sent_counts">,
  identity: Buffer,
): SentCount {
  return sent_counts.get(identity.toString("hex")) ?? unknownCount;
}

export function cacheSentCount(
  { sent_counts }: Pick<TagServices, "sent_counts">,
  identity: Buffer,
  count: SentCount,
): void {
  sent_counts.set(identity.toString("hex"), count);
}

/** The numbers that a sender's next question may have, and their tags. */
export interface NextTags {
  /** Consecutive numbers. The next question gets the first of them whose tag isn't in the database yet. */
  numbers: number[];
  tags: Buffer[];
  /** The numbers with which the search continues if all of `numbers` are taken. */
  later_numbers: number[];
  later_tags: Buffer[];
}

/** Lists the tags that the sender's next question may take, according to the cached count. */
export function listNextTags(services: TagServices, identity: Buffer): NextTags {
  const { least, below } = readCachedCount(services, identity);
  const numbers = Array.from(
    { length: Math.min(maxCandidates, below - least) },
    (_, index) => least + index + 1,
  );
  const later_numbers =
    below === Number.POSITIVE_INFINITY ? doublings.map((step) => least + step) : [];
  const toTag = (number: number) => services.secrets.deriveSenderTag(identity, number);
  return { numbers, tags: numbers.map(toTag), later_numbers, later_tags: later_numbers.map(toTag) };
}

/**
 * Counts the questions that a sender has sent. No row stores this number, because it would link the questions.
 * The tags of a sender are numbered without gaps, so a search finds the last one that exists. The process then
 * caches the number.
 */
export async function countSent(db: Db, services: TagServices, identity: Buffer): Promise<number> {
  let count = readCachedCount(services, identity);
  while (count.below - count.least > 1) count = await searchFurther(db, services, identity, count);
  return count.least;
}

/**
 * If the sender's count has a known upper bound, searches until at most `maxCandidates` numbers are
 * possible for the next question. Does nothing without an upper bound, because `listNextTags` then adds later numbers.
 */
export async function narrowCandidates(
  db: Db,
  services: TagServices,
  identity: Buffer,
): Promise<void> {
  let count = readCachedCount(services, identity);
  while (count.below !== Number.POSITIVE_INFINITY && count.below - count.least > maxCandidates) {
    count = await searchFurther(db, services, identity, count);
  }
}

async function searchFurther(
  db: Db,
  services: TagServices,
  identity: Buffer,
  count: SentCount,
): Promise<SentCount> {
  const numbers = listProbes(count);
  const tags = numbers.map((number) => services.secrets.deriveSenderTag(identity, number));
  const existing = await selectExistingTags(db, { tags });
  const existingCount = Math.max(0, ...existing.map(({ position }) => position));
  const narrowed = narrowCount(count, numbers, existingCount);
  cacheSentCount(services, identity, narrowed);
  return narrowed;
}

/**
 * Lists the ascending numbers that one step of the search checks, at most `maxProbes`: evenly spread between
 * `least` and `below`, or, without an upper bound, the nearest ones and `doublings`.
 */
function listProbes({ least, below }: SentCount): number[] {
  if (below === Number.POSITIVE_INFINITY) {
    const nearest = Array.from({ length: nearestCount }, (_, index) => least + index + 1);
    return [...nearest, ...doublings.map((step) => least + step)];
  }
  const countBetween = below - least - 1;
  const length = Math.min(maxProbes, countBetween);
  return Array.from(
    { length },
    (_, index) => least + Math.ceil(((index + 1) * countBetween) / length),
  );
}

/**
 * Narrows a count after a check of `numbers`: the tags of the first `existingCount` numbers exist, the others
 * don't.
 */
export function narrowCount(count: SentCount, numbers: number[], existingCount: number): SentCount {
  return {
    least: numbers[existingCount - 1] ?? count.least,
    below: numbers[existingCount] ?? count.below,
  };
}

const selectAdopter = statement(
  "questions.selectAdopter",
  "select user_pk from adopted_visitors where visitor_tag = :visitor_tag",
);

/**
 * Whether the viewer is an adopted visitor. Then only the account can list their questions; somebody with a copy of the
 * visitor cookie can't.
 */
export async function isAdopted(
  db: Db,
  secrets: Services["secrets"],
  { user, identity }: Viewer,
): Promise<boolean> {
  if (user || !identity) return false;
  const visitor_tag = secrets.deriveAdoptedVisitorTag(identity);
  return (await selectAdopter(db, { visitor_tag })).length > 0;
}

/** How many of the newest questions of an identity are listed. This limits the cost of a list. */
const maxListedQuestions = 3_000;

/**
 * Lists the tags of the newest questions of each of a viewer's identities, in the order of sending. Returns
 * none for the cookie of an adopted visitor.
 */
export async function listSenderTags(
  db: Db,
  services: TagServices,
  viewer: Viewer,
): Promise<Buffer[]> {
  const { secrets } = services;
  if (await isAdopted(db, secrets, viewer)) return [];
  const tags: Buffer[] = [];
  for (const identity of listOwnIdentities(viewer)) {
    const count = await recountSent(db, services, identity);
    for (let number = Math.max(1, count - maxListedQuestions + 1); number <= count; number++) {
      tags.push(secrets.deriveSenderTag(identity, number));
    }
  }
  return tags;
}

/** Like `countSent`, but also counts questions that another process has stored since the count was cached. */
async function recountSent(db: Db, services: TagServices, identity: Buffer): Promise<number> {
  const knownCount = await countSent(db, services, identity);
  const tags = [services.secrets.deriveSenderTag(identity, knownCount + 1)];
  const existing = await selectExistingTags(db, { tags });
  if (existing.length === 0) return knownCount;
  cacheSentCount(services, identity, { least: knownCount + 1, below: Number.POSITIVE_INFINITY });
  return countSent(db, services, identity);
}
