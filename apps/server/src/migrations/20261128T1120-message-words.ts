import type { Db } from "#platform/database/db.ts";

/**
 * The words that staff add to the site's list for messages, see `buildMessageMatcher`; and an index by which old
 * reports of talks are found.
 */
export async function up(db: Db): Promise<void> {
  await db.query(`
    create table message_words (
      pk bigint generated always as identity primary key,
      locale text not null,
      word text not null,
      unique (locale, word)
    );
    create index on talk_reports (reported_hour)`);
}
