import { formatAvatarUrl } from "@toibako/contract/avatars.ts";
import type { Input } from "@toibako/contract/endpoint.ts";
import { mapLocales } from "@toibako/contract/locales.ts";
import { maxRoomQuestions, type RoomTexts, roomLocales } from "@toibako/contract/rooms.ts";
import {
  type EditedRoom,
  type EditedRoomQuestion,
  roomLimits,
  roomQuestionLimits,
  type saveRoomQuestion as saveQuestionEndpoint,
  type saveRoom as saveRoomEndpoint,
} from "@toibako/contract/staff/contents/rooms.ts";
import { newVersion } from "@toibako/contract/staff/contents/version.ts";
import { replaceLineBreaks } from "@toibako/contract/text.ts";
import { auditSql } from "#platform/database/audit.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { lockThen } from "#platform/database/transaction.ts";
import { createFieldFailure, Failure } from "#platform/http/failure.ts";
import { requireTexts } from "#platform/http/typed-text.ts";
import { requireSaved } from "#platform/http/version.ts";
import type { Services } from "#platform/services.ts";
import { lockConversation } from "../../messages/commands.ts";
import { requireOptions } from "../policy/options.ts";
import { findEditedQuestion, findEditedRoom, listEditedQuestions } from "../queries/edited.ts";
import { lockGroup } from "./grade-rooms.ts";
import { publishRoom } from "./hints.ts";
import { lockGroupOfRoom } from "./official-rooms.ts";

// Members see the texts and whether the room is open, so it is a change of the conversation.
const updateRoom = statement(
  "rooms.updateOfficial",
  `
  with saved as (
    update rooms set texts = :texts, icon_url = :icon_url, priority = :priority, min_age = :min_age,
      is_archived = not :is_open::boolean, version = version + 1
    from conversations
    where conversations.pk = conversation_pk and conversations.uuid = :id and room_type = 'official'
      and version = :version
    returning conversation_pk, conversations.uuid, is_archived
  ), changed_conversation as (
    update conversations set last_change = last_change + 1 from saved where pk = saved.conversation_pk
  ), ${auditSql("room.save", "saved", {
    actor_pk: ":user_pk",
    object: "'room ' || uuid",
    reason: "case when is_archived then 'closed' else 'open' end",
  })}
  select uuid from saved`,
);

// The group of its questions has the id of the room.
const insertRoom = statement(
  "rooms.insertEditedRoom",
  `
  with new_conversation as (
    insert into conversations (uuid, last_posted_minute) values (:id, date_trunc('minute', now()))
    on conflict (uuid) do nothing
    returning pk, uuid
  ), new_group as (
    insert into room_question_groups (uuid) select uuid from new_conversation
    returning pk
  ), saved as (
    insert into rooms (conversation_pk, room_type, locale, priority, group_pk, texts, icon_url, min_age, is_archived)
    select new_conversation.pk, 'official', :locale, :priority, new_group.pk, :texts, :icon_url, :min_age, true
    from new_conversation, new_group
    returning conversation_pk
  ), ${auditSql("room.save", "saved", {
    actor_pk: ":user_pk",
    object: "'room ' || :id::text",
    reason: "'created'",
  })}
  select conversation_pk from saved`,
);

/** Saves an official room. Throws `case_changed` if somebody else has saved it since the caller read it. */
export async function saveRoom(
  services: Services,
  user_pk: number,
  id: string,
  { version, ...body }: Input<typeof saveRoomEndpoint>["body"],
): Promise<EditedRoom> {
  const typed = requireTexts(body, roomLimits);
  const texts = mapLocales((locale) => ({
    title: replaceLineBreaks(typed.titles[locale]),
    description: typed.descriptions[locale],
  }));
  const { avatar, priority, min_age, is_open } = body;
  const values = { avatar, priority, min_age, is_open, ...splitTexts(texts) };
  const row = {
    id,
    user_pk,
    priority,
    min_age,
    texts: JSON.stringify(texts),
    icon_url: formatAvatarUrl(avatar),
  };
  const write = async (db: Db) => {
    const stored = await findEditedRoom(db, id);
    if (stored && stored.version !== version) return requireSaved([], stored, version, values);
    if (is_open) await requireQuestion(db, stored);
    const saved =
      version === newVersion
        ? await insertRoom(db, { ...row, locale: roomLocales[0] })
        : await updateRoom(db, { ...row, version, is_open });
    return requireSaved(saved, await findEditedRoom(db, id), version, values);
  };
  const room = await lockThen(
    services.db,
    (db) => lockConversation(db, id),
    (db) => lockThen(db, (db) => lockGroupOfRoom(db, { uuid: id }), write),
  );
  publishRoom(services, id);
  return room;
}

const splitTexts = (texts: RoomTexts) => ({
  titles: mapLocales((locale) => texts[locale].title),
  descriptions: mapLocales((locale) => texts[locale].description),
});

/** Throws if a room asks no question: an open room asks at least one. */
async function requireQuestion(db: Db, room: EditedRoom | undefined): Promise<void> {
  const questions = room ? await listEditedQuestions(db, room.group_id) : [];
  if (questions.every(({ is_retired }) => is_retired)) {
    throw createFieldFailure("is_open", "room_question_needed");
  }
}

const selectOthers = statement(
  "rooms.selectOtherQuestions",
  `
  select (
    select count(*)::integer from room_questions
    where group_pk = :group_pk and not is_retired and uuid <> :id
  ) as "asked!", exists (
    select from rooms where group_pk = :group_pk and not is_archived
  ) as "is_open!"`,
);

const upsertQuestion = statement(
  "rooms.saveQuestion",
  `
  with changed_question as (
    update room_questions set bodies = :bodies, options = :options?::jsonb, is_required = :is_required,
      is_retired = :is_retired, position = :position, version = version + 1
    where uuid = :id and group_pk = :group_pk and version = :version
    returning uuid, is_retired
  ), new_question as (
    insert into room_questions (uuid, group_pk, position, bodies, options, is_required, is_retired)
    select :id, :group_pk, :position, :bodies, :options?::jsonb, :is_required, :is_retired
    where :version::integer = ${newVersion}
    on conflict (uuid) do nothing
    returning uuid, is_retired
  ), saved as (
    select * from changed_question union all select * from new_question
  ), ${auditSql("room_question.save", "saved", {
    actor_pk: ":user_pk",
    object: "'room question ' || uuid",
    reason: "case when is_retired then 'retired' else 'asked' end",
  })}
  select uuid from saved`,
);

/** Saves a question of a group. Throws `case_changed` if somebody else has saved it since the caller read it. */
export async function saveQuestion(
  db: Db,
  user_pk: number,
  { group_id, id }: Input<typeof saveQuestionEndpoint>["params"],
  { version, ...body }: Input<typeof saveQuestionEndpoint>["body"],
): Promise<EditedRoomQuestion> {
  const { bodies } = requireTexts(body, roomQuestionLimits);
  const { is_required, is_retired, position } = body;
  return lockThen(
    db,
    (db) => lockGroup(db, { uuid: group_id }),
    async (db, [group]) => {
      if (!group) throw new Failure("not_found");
      const stored = await findEditedQuestion(db, group_id, id);
      if (!stored && version !== newVersion) throw new Failure("not_found");
      const isCurrent = stored?.version === version;
      const options = requireOptions(body.options, isCurrent ? stored.options : undefined);
      const values = { bodies, options, is_required, is_retired, position };
      if (stored && !isCurrent) return requireSaved([], stored, version, values);
      await requireCount(db, group.pk, id, is_retired);
      const saved = await upsertQuestion(db, {
        ...values,
        id,
        version,
        user_pk,
        group_pk: group.pk,
        bodies: JSON.stringify(bodies),
        options: options && JSON.stringify(options),
      });
      // Another group has a question with this id.
      if (saved.length === 0) throw new Failure("case_changed");
      return requireSaved(saved, await findEditedQuestion(db, group_id, id), version, values);
    },
  );
}

/** Throws if a group would ask too many questions, or none although one of its rooms is open. */
async function requireCount(
  db: Db,
  group_pk: number,
  id: string,
  is_retired: boolean,
): Promise<void> {
  const [others = { asked: 0, is_open: false }] = await selectOthers(db, { group_pk, id });
  if (!is_retired && others.asked >= maxRoomQuestions) {
    throw createFieldFailure("is_retired", "room_questions_full", { count: maxRoomQuestions });
  }
  if (is_retired && others.asked === 0 && others.is_open) {
    throw createFieldFailure("is_retired", "room_question_kept");
  }
}
