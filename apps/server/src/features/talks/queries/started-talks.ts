import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import type { Secrets } from "#platform/identity/secrets.ts";

// The tags of a starter are numbered without gaps, so the first missing one ends the search.
const selectByTags = statement(
  "talks.selectStarted",
  `
  select given.position::int as "position!", started_talks.conversation_pk
  from unnest(:tags::bytea[]) with ordinality as given (tag, position)
  join started_talks on started_talks.tag = given.tag`,
);

/** How many tags the first statement looks for; each further one looks for twice as many. */
const firstTags = 64;

/** The tags of `length` talks of a starter that follow the first `before` ones. */
export const listTags = (
  secrets: Secrets,
  identity: Buffer,
  before: number,
  length: number,
): Buffer[] =>
  Array.from({ length }, (_, index) => secrets.deriveStarterTag(identity, before + index + 1));

/** The tags of the first talks that an account has started; hardly anybody has more. */
export const listFirstTags = (secrets: Secrets, identity: Buffer): Buffer[] =>
  listTags(secrets, identity, 0, firstTags);

/** The talks that an account has started. */
export interface StartedTalks {
  /** How many it has started, also those that are deleted. */
  count: number;
  conversation_pks: number[];
}

/**
 * Finds the talks that an account has started, by tags that only the server can compute. No row stores how many there
 * are, because it would link them.
 */
export async function findStartedTalks(
  db: Db,
  secrets: Secrets,
  identity: Buffer,
): Promise<StartedTalks> {
  const started: StartedTalks = { count: 0, conversation_pks: [] };
  for (let length = firstTags; ; length *= 2) {
    const tags = listTags(secrets, identity, started.count, length);
    const rows = await selectByTags(db, { tags });
    started.count += rows.length;
    started.conversation_pks.push(...rows.flatMap(({ conversation_pk }) => conversation_pk ?? []));
    if (rows.length < length) return started;
  }
}
