import type { Db } from "#platform/database/db.ts";

/** Categories, communities, official rooms and the questions of rooms get versions, because admins edit them. */
export async function up(db: Db): Promise<void> {
  await db.query(`
    alter table community_categories add column version integer not null default 1;

    insert into content_pictures (url, shape, stored_hour)
    select icon_uri, 'icon', date_trunc('hour', now(), 'UTC') from communities
    union select main_image_uri, 'community_banner', date_trunc('hour', now(), 'UTC') from communities
    on conflict (url) do nothing;
    alter table communities add column version integer not null default 1,
      add foreign key (icon_uri) references content_pictures,
      add foreign key (main_image_uri) references content_pictures;
    create index on communities (icon_uri);
    create index on communities (main_image_uri);

    alter table rooms add column version integer not null default 1;

    -- A retired question is no longer asked, and its answers are not shown. Two questions may have one position.
    alter table room_questions add column version integer not null default 1,
      add column is_retired boolean not null default false,
      drop constraint room_questions_group_pk_position_key;
    create index on room_questions (group_pk, position)`);
}
