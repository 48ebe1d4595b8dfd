import type { Db } from "#platform/database/db.ts";

/** The banners, which admins edit, and the sizes of their videos. */
export async function up(db: Db): Promise<void> {
  await db.query(`
    -- The size of a video; that of a picture follows from its shape.
    alter table content_pictures add column width integer, add column height integer;
    create table banners (
      id text primary key,
      kind text not null check (kind in ('modal', 'plain')),
      -- Also stands for the video until it plays, and where motion is reduced.
      image_uri text not null references content_pictures,
      video_uri text references content_pictures,
      target_uri text not null,
      modal_titles jsonb not null,
      modal_descriptions jsonb not null,
      alternative_texts jsonb not null,
      modal_background_color text not null,
      modal_text_color text not null,
      starts_at timestamptz not null,
      ends_at timestamptz not null check (ends_at > starts_at),
      locale text not null check (locale in ('all', 'ja', 'en', 'ko', 'zh-CN', 'zh-TW', 'th', 'dt')),
      audience text not null check (audience in ('all', 'visitor', 'user')),
      priority integer not null,
      is_shown boolean not null,
      -- Every save raises it, so that a save from an old tab is refused.
      version integer not null default 1
    );
    create index on banners (image_uri);
    create index on banners (video_uri);
    create index on banners (ends_at)`);
}
