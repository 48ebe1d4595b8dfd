import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { listOwnIdentities, type Viewer } from "#platform/identity/viewer.ts";
import type { SentCount, Services } from "#platform/services.ts";

type TagServices = Pick<Services, "secrets" | "sent_counts">;

const selectExistingTags = statement(
  "questions.selectExistingTags",
  `
  select t.position::int as "position!"
  from unnest(:tags::bytea[]) with ordinality as t (tag, position)
  where exists (select from sent_questions s where s.tag = t.tag)`,
);

/**
 * The steps of a search without an upper bound: it checks the numbers that are 16, 32, …, 524,288
 * above the lower bound.
 */
const doublings = Array.from({ length: 16 }, (_, at) => 16 * 2 ** at);
/** How many numbers one statement checks at most. */
const maxProbes = 32;
/** How many numbers are offered at most to a question whose sender's count isn't known exactly. */
const maxCandidates = 16;

const nothingKnown: SentCount = { least: 0, below: Number.POSITIVE_INFINITY };

function recallSent(
  { sent_counts }: Pick<TagServices, "sent_counts">,
  identity: Buffer,
): SentCount {
  return sent_counts.get(identity.toString("hex")) ?? nothingKnown;
}

export function rememberSent(
  { sent_counts }: Pick<TagServices, "sent_counts">,
  identity: Buffer,
  count: SentCount,
): void {
  sent_counts.set(identity.toString("hex"), count);
}

/** The numbers that a sender's next question may have, and their tags. */
export interface NextTags {
  /** Numbers in a row. The next question gets the first of them whose tag isn't in the database yet. */
  numbers: number[];
  tags: Buffer[];
  /** The numbers with which the search continues if all of `numbers` are taken. */
  later_numbers: number[];
  later_tags: Buffer[];
}

export function listNextTags(services: TagServices, identity: Buffer): NextTags {
  const { least, below } = recallSent(services, identity);
  const numbers = Array.from(
    { length: Math.min(maxCandidates, below - least) },
    (_, at) => least + at + 1,
  );
  const later_numbers = below === Number.POSITIVE_INFINITY ? doublings.map((n) => least + n) : [];
  const toTag = (n: number) => services.secrets.senderTag(identity, n);
  return { numbers, tags: numbers.map(toTag), later_numbers, later_tags: later_numbers.map(toTag) };
}

/**
 * How many questions a sender has sent. No row stores this number: the tags of a sender are numbered
 * without gaps, and a search finds the last one that exists. The process then caches the number.
 */
export async function countSent(db: Db, services: TagServices, identity: Buffer): Promise<number> {
  let count = recallSent(services, identity);
  while (count.below - count.least > 1) count = await searchFurther(db, services, identity, count);
  return count.least;
}

/**
 * If the sender's count has a known upper bound, searches until at most `maxCandidates` numbers are
 * possible for the next question. Without a bound, does nothing: `listNextTags` then adds later numbers.
 */
export async function narrowCandidates(
  db: Db,
  services: TagServices,
  identity: Buffer,
): Promise<void> {
  let count = recallSent(services, identity);
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
  const tags = numbers.map((n) => services.secrets.senderTag(identity, n));
  const found = await selectExistingTags(db, { tags });
  const narrowed = narrowCount(count, numbers, Math.max(0, ...found.map((row) => row.position)));
  rememberSent(services, identity, narrowed);
  return narrowed;
}

/**
 * The ascending numbers that one step of the search checks, at most `maxProbes`: evenly spread between
 * `least` and `below`, or, without an upper bound, the nearest ones and `doublings`.
 */
function listProbes({ least, below }: SentCount): number[] {
  if (below === Number.POSITIVE_INFINITY) {
    const nearest = Array.from({ length: 7 }, (_, at) => least + at + 1);
    return [...nearest, ...doublings.map((step) => least + step)];
  }
  const inside = below - least - 1;
  const length = Math.min(maxProbes, inside);
  return Array.from({ length }, (_, at) => least + Math.ceil(((at + 1) * inside) / length));
}

/** Computes what is known after a check of `numbers`, of which the first `existing` have tags. */
export function narrowCount(count: SentCount, numbers: number[], existing: number): SentCount {
  return {
    least: numbers[existing - 1] ?? count.least,
    below: numbers[existing] ?? count.below,
  };
}

const selectAdopter = statement(
  "questions.selectAdopter",
  "select user_pk from adopted_visitors where visitor_tag = :visitor_tag",
);

/**
 * Whether this is a visitor who has signed in to an account. After that only the account reads what
 * they sent; a copy of the visitor cookie does not.
 */
export async function isAdopted(
  db: Db,
  secrets: Services["secrets"],
  { user, identity }: Viewer,
): Promise<boolean> {
  if (user || !identity) return false;
  const visitor_tag = secrets.adoptedVisitorTag(identity);
  return (await selectAdopter(db, { visitor_tag })).length > 0;
}

/** How many questions of an identity are listed at most, the newest ones; this bounds the cost. */
const maxListedQuestions = 3_000;

/**
 * The tags of what a viewer has sent: the newest 3,000 of each of their identities; none for the cookie
 * of an adopted visitor.
 */
export async function listSenderTags(
  db: Db,
  services: TagServices,
  viewer: Viewer,
): Promise<Buffer[]> {
  const { secrets } = services;
  if (await isAdopted(db, secrets, viewer)) return [];
  const tags: Buffer[] = [];
  for (const own of listOwnIdentities(viewer)) {
    const count = await countSentAgain(db, services, own);
    for (let n = Math.max(1, count - maxListedQuestions + 1); n <= count; n++) {
      tags.push(secrets.senderTag(own, n));
    }
  }
  return tags;
}

/** Counts again, since another process may have stored more questions of this sender. */
async function countSentAgain(db: Db, services: TagServices, identity: Buffer): Promise<number> {
  const known = await countSent(db, services, identity);
  const tags = [services.secrets.senderTag(identity, known + 1)];
  const found = await selectExistingTags(db, { tags });
  if (found.length === 0) return known;
  rememberSent(services, identity, { least: known + 1, below: Number.POSITIVE_INFINITY });
  return countSent(db, services, identity);
}
