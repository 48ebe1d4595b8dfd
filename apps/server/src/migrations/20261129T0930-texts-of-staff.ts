import type { Db } from "#platform/database/db.ts";

/**
 * The texts of pages and the word lists that staff edit in the console. `message_words` becomes a view, which processes of
 * the previous release still read; the next release drops it.
 */
export async function up(db: Db): Promise<void> {
  await db.query(`
    create table site_pages (
      slug text primary key,
      -- A text for each language; an empty one leaves the page to the operator's file or to the built-in text.
      texts jsonb not null,
      -- Every save raises it, so that a save from an old tab is refused.
      version integer not null default 1
    );
    create table word_lists (
      list text not null check (list in ('questions', 'messages')),
      locale text not null,
      -- One entry a line, in the syntax of loadWordLists.
      lines text not null,
      version integer not null default 1,
      primary key (list, locale)
    );
    insert into word_lists (list, locale, lines)
      select 'messages', locale, string_agg(word, E'\\n' order by pk) from message_words group by locale;
    drop table message_words;
    create view message_words as
      select entry.line as pk, locale, entry.word
      from word_lists,
        unnest(string_to_array(lines, E'\\n')) with ordinality as entry (word, line)
      where list = 'messages'`);
}
