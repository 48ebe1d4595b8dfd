import { avatars, formatAvatarUrl } from "@toibako/contract/avatars.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import { listOpenBirthYears } from "../../features/rooms/policy/grades.ts";
import { normalizeName } from "../../features/rooms/policy/profile.ts";

/** Names by which the demo accounts are known in rooms. */
const names = [
  "みかん",
  "よふかし",
  "そら",
  "ねこじた",
  "ほうじ茶",
  "あめふり",
  "つばめ",
  "こもれび",
];

// The first accounts join the official rooms and the room of the oldest school year. They have the same birthday, so that
// they belong to it.
const insertMembers = statement(
  "demo.insertRoomMembers",
  `
  with given as (
    select name, name_key, icon_url, n::bigint as n
    from unnest(:names::text[], :name_keys::text[], :icon_urls::text[]) with ordinality
      as listed (name, name_key, icon_url, n)
  ), numbered_users as (
    select pk, row_number() over (order by pk) as n from users where locale = 'ja'
  ), joined_rooms as (
    select conversation_pk, birth_year from rooms
    where room_type = 'official' or (year_number = 1 and birth_year = extract(year from :birthday::text::date))
  ), newcomers as (
    select joined_rooms.conversation_pk, joined_rooms.birth_year, given.n, numbered_users.pk as user_pk,
      given.name, given.name_key, given.icon_url
    from given join numbered_users on numbered_users.n = given.n cross join joined_rooms
  ), new_participants as (
    insert into participants (conversation_pk, number, user_pk)
    select conversation_pk, n, user_pk from newcomers
  ), new_members as (
    insert into room_members (conversation_pk, number, uuid, user_pk, display_name, name_key, icon_url, change,
      is_of_grade, is_rules_accepted)
    select conversation_pk, n, id, user_pk, name, name_key, icon_url, n, birth_year is not null, true
    from (
      select newcomers.*, row_number() over (order by conversation_pk, n) as position from newcomers
    ) positioned
    join unnest(:ids::text[]) with ordinality as ids (id, id_position) on id_position = position
    returning conversation_pk
  ), members_counts as (
    select conversation_pk, count(*)::int as count from new_members group by conversation_pk
  ), counted_rooms as (
    update rooms set members_count = members_counts.count from members_counts
    where rooms.conversation_pk = members_counts.conversation_pk
  ), changed_conversations as (
    update conversations set last_change = members_counts.count from members_counts
    where pk = members_counts.conversation_pk
  )
  update users set birthday = :birthday::text::date, is_message_tos_showed = true
  where pk in (select user_pk from newcomers)`,
);

/** How many rooms the statement above joins at most: three. */
const maxJoinedRooms = 3;

/** Lets some Japanese demo accounts be members of the official rooms and of a room of a school year. */
export async function populateRooms(db: Db): Promise<void> {
  const [birth_year = 0] = listOpenBirthYears(new Date());
  await insertMembers(db, {
    names,
    name_keys: names.map(normalizeName),
    icon_urls: names.map((_, index) => formatAvatarUrl(avatars[index * 3] ?? "box")),
    ids: Array.from({ length: names.length * maxJoinedRooms }, () => createPublicId()),
    birthday: `${birth_year}-08-15`,
  });
}
