import type { Db } from "#platform/database/db.ts";

/** Diagnosis games, which admins edit, and what people got from them. Every process stores the first games at its start. */
export async function up(db: Db): Promise<void> {
  await db.query(`
    -- Rows are never deleted, because shared addresses name them.
    create table diagnosis_games (
      uuid text primary key,
      titles jsonb not null,
      descriptions jsonb not null,
      position integer not null,
      is_shown boolean not null,
      -- Who may play.
      conditions jsonb not null,
      -- In order, each with its conditions and its text in all languages. The last has no conditions.
      outcomes jsonb not null,
      -- Every save raises it, so that a save from an old tab is refused.
      version integer not null default 1
    );
    create table diagnosis_results (
      pk bigint generated always as identity primary key,
      -- Its public address, which has nothing of the account.
      id text not null unique,
      game_uuid text not null references diagnosis_games,
      user_pk bigint not null references users on delete cascade,
      -- In the time zone of the account.
      played_on date not null,
      -- With the names of the player and of the community.
      share_body text not null,
      locale text not null,
      unique (user_pk, game_uuid, played_on)
    );
    create index on diagnosis_results (game_uuid);
    create index on diagnosis_results (played_on)`);
}
