import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import type { Services } from "#platform/services.ts";
import { unsealStarter } from "../../talks/policy.ts";
import { takeHiddenSql } from "./hidden-contents.ts";

/** SQL: the id of the conversation in the object of a case, which is that of a talk and the number of the reporter. */
const talkUuidSql = "regexp_replace(:object, '-[0-9]+$', '')";
/** SQL: the number at the end of the object of a case. */
const numberSql = "substring(:object from '[0-9]+$')::bigint";

export const lockTalk = statement(
  "staff.lockTalk",
  `select pk from conversations where uuid = ${talkUuidSql} for no key update`,
);

export const lockRoom = statement(
  "staff.lockRoom",
  `select pk from conversations where pk = substring(:object from '^[0-9]+')::bigint for no key update`,
);

/** Builds the statement that takes back the messages of the CTE `hidden_messages` and keeps their texts. */
const buildHideSql = (kind: "talk" | "room_message", hidden_messages: string) => `
  with hidden_messages as (${hidden_messages}), stored as (
    insert into hidden_contents (action_pk, kind, object, stored)
    select case_actions.pk, '${kind}', :object, (
      select jsonb_agg(jsonb_build_object('conversation_pk', conversation_pk, 'number', number, 'body', body))
      from hidden_messages
    )
    from case_actions where case_actions.id = :action_id and exists (select from hidden_messages)
  ), changed as (
    update conversations set last_change = last_change + (select count(*) from hidden_messages)
    where pk in (select conversation_pk from hidden_messages)
    returning pk, last_change
  ), cleared as (
    update messages set body = null, change = changed.last_change - hidden.place
    from changed, (
      select conversation_pk, number, row_number() over (order by number desc) - 1 as place from hidden_messages
    ) hidden
    where messages.conversation_pk = hidden.conversation_pk and messages.number = hidden.number
      and changed.pk = hidden.conversation_pk
    returning messages.number
  )
  select count(*)::int as "count!" from cleared`;

// The messages of the partner that were attached to the report.
const hideTalk = statement(
  "staff.hideTalkMessages",
  buildHideSql(
    "talk",
    `
    select messages.conversation_pk, messages.number, messages.body
    from talk_reports report, jsonb_array_elements(report.messages) item
    join messages on messages.number = (item -> 'number')::bigint
    where report.talk_uuid = ${talkUuidSql} and report.reporter_number = ${numberSql}
      and messages.conversation_pk = report.conversation_pk
      and messages.sender_number <> report.reporter_number and messages.body is not null`,
  ),
);

const hideRoom = statement(
  "staff.hideRoomMessage",
  buildHideSql(
    "room_message",
    `
    select conversation_pk, number, body from messages
    where conversation_pk = substring(:object from '^[0-9]+')::bigint and number = ${numberSql}
      and body is not null`,
  ),
);

export const restoreMessages = statement(
  "staff.restoreMessages",
  `
  with hidden as (${takeHiddenSql("talk", "room_message")}), hidden_messages as (
    select (item -> 'conversation_pk')::bigint as conversation_pk, (item -> 'number')::bigint as number,
      item ->> 'body' as body, row_number() over (order by (item -> 'number')::bigint desc) - 1 as place
    from hidden, jsonb_array_elements(hidden.stored) item
  ), changed as (
    update conversations set last_change = last_change + (select count(*) from hidden_messages)
    where pk in (select conversation_pk from hidden_messages)
    returning pk, last_change
  )
  update messages set body = hidden_messages.body, change = changed.last_change - hidden_messages.place
  from hidden_messages, changed
  where messages.conversation_pk = hidden_messages.conversation_pk and messages.number = hidden_messages.number
    and changed.pk = hidden_messages.conversation_pk and messages.body is null`,
);

/** Hides messages of a locked conversation as if they were taken back; returns how many there were. */
export async function hideMessages(
  db: Db,
  kind: "talk" | "room_message",
  object: string,
  action_id: string,
): Promise<number> {
  const [hidden] = await (kind === "talk" ? hideTalk : hideRoom)(db, { object, action_id });
  return hidden?.count ?? 0;
}

const selectTalk = statement(
  "staff.selectTalk",
  `
  select uuid, last_change, talks.sealed_starter, receiver.user_pk as receiver_pk
  from conversations join talks on talks.conversation_pk = conversations.pk
  join participants receiver on receiver.conversation_pk = conversations.pk and receiver.number = 2
  where uuid = ${talkUuidSql}`,
);
const selectRoom = statement(
  "staff.selectRoom",
  "select uuid from conversations where pk = substring(:object from '^[0-9]+')::bigint",
);

export const findTalk = async (db: Db, object: string) => (await selectTalk(db, { object }))[0];
export const findRoom = async (db: Db, object: string) => (await selectRoom(db, { object }))[0];

/** Finds the identity of the starter of a talk, from the sealed record beside it. */
export async function findStarterOf(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  object: string,
): Promise<Buffer | undefined> {
  const talk = await findTalk(db, object);
  const pk = talk && unsealStarter(secrets, talk.uuid, talk.sealed_starter);
  return pk === undefined ? undefined : secrets.deriveAccountIdentity(pk);
}
