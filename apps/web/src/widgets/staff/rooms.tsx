import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { avatars } from "@toibako/contract/avatars.ts";
import { roomLimits, roomQuestionLimits } from "@toibako/contract/staff/contents/rooms.ts";
import { newVersion } from "@toibako/contract/staff/contents/version.ts";
import { useState } from "react";
import { ContentEditor } from "#features/staff/components/contents/content-editor.tsx";
import { ContentList } from "#features/staff/components/contents/content-list.tsx";
import { type ContentField, createContentId } from "#features/staff/queries/content-values.ts";
import {
  editedRoomQuery,
  editedRoomQuestionQuery,
  editedRoomQuestionsQuery,
  editedRoomsQuery,
  refreshEditedRooms,
  saveRoomOf,
  saveRoomQuestionOf,
} from "#features/staff/queries/rooms.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { ContentIndex, FormLoading } from "./content-parts.tsx";
import { ListPages, lineLinkClass } from "./list-parts.tsx";

const questionKind = "room_questions";

/** The list of official rooms, one page at a time. */
export function RoomContentList({ after }: { after: string | undefined }) {
  const { t } = useTexts();
  const query = useQuery(editedRoomsQuery(after));
  const [newId] = useState(createContentId);
  return (
    <ContentIndex
      kind="rooms"
      query={query}
      create={[newId, t("staff_communities.new_room")]}
      contents={query.data?.rooms.map(({ id, title, is_open, members_count }) => ({
        id,
        title,
        details: (
          <>
            <span>{t(is_open ? "staff_communities.open" : "staff_communities.closed")}</span>
            <span>{t("staff_communities.members", { count: members_count })}</span>
          </>
        ),
      }))}
      after={after}
      has_more={query.data?.has_more}
    />
  );
}

/** The form of an official room. */
export function RoomEditor({ id }: { id: string }) {
  const { t, locale } = useTexts();
  const client = useQueryClient();
  const query = useQuery(editedRoomQuery(id));
  if (!query.data) return <FormLoading query={query} />;
  const { version: stored_version, values: stored } = query.data;
  const fields: ContentField[] = [
    {
      name: "titles",
      kind: "texts",
      label: t("staff_communities.room_title"),
      limit: roomLimits.titles,
    },
    {
      name: "descriptions",
      kind: "long_texts",
      label: t("staff_communities.description"),
      limit: roomLimits.descriptions,
    },
    {
      name: "avatar",
      kind: "choice",
      label: t("staff_communities.avatar"),
      choices: avatars.map((value) => ({ value, label: t(`settings.avatar_${value}`) })),
    },
    {
      name: "min_age",
      kind: "number",
      label: t("staff_communities.min_age"),
      hint: t("staff_communities.min_age_hint"),
    },
    {
      name: "priority",
      kind: "number",
      label: t("staff_communities.priority"),
      hint: t("staff_communities.priority_hint"),
    },
    {
      name: "is_open",
      kind: "switch",
      label: t("staff_communities.is_open"),
      hint: t("staff_communities.is_open_hint"),
    },
  ];
  return (
    <>
      {stored_version !== newVersion && (
        <p>
          <Link
            to="/$locale/adm/contents/$kind/$id"
            params={{ locale, kind: questionKind, id: stored.group_id ?? "" }}
            className={lineLinkClass}
          >
            {t("staff_communities.question_list")}
          </Link>
        </p>
      )}
      <ContentEditor
        draftKey={`room:${id}`}
        fields={fields}
        stored={query.data}
        needsAllTexts={() => true}
        save={(version, values) => saveRoomOf(id, version, values)}
        refresh={() => refreshEditedRooms(client)}
      />
    </>
  );
}

/** The groups of questions: that of the rooms of school years first, then those of official rooms, one page at a time. */
export function RoomQuestionGroups({ after }: { after: string | undefined }) {
  const { t, locale } = useTexts();
  const query = useQuery(editedRoomsQuery(after));
  const toGroup = (id: string) => (
    <Link to="/$locale/adm/contents/$kind/$id" params={{ locale, kind: questionKind, id }} />
  );
  if (!query.data)
    return <LoadingState query={query} skeleton="row" title={t("staff_contents.load_failed")} />;
  const { rooms, school_year_group_id, has_more } = query.data;
  // Pages are named by rooms, and the links lead to their groups.
  const last = rooms.at(-1);
  const to = "/$locale/adm/contents/$kind";
  const params = { locale, kind: questionKind };
  const schoolYears = {
    key: school_year_group_id,
    title: t("staff_communities.school_years"),
    details: t("staff_communities.school_years_hint"),
    link: toGroup(school_year_group_id),
  };
  return (
    <>
      <ContentList
        contents={[
          ...(after === undefined ? [schoolYears] : []),
          ...rooms.map(({ id, title, group_id, is_open }) => ({
            key: id,
            title: title || t("staff_contents.untitled"),
            details: t(is_open ? "staff_communities.open" : "staff_communities.closed"),
            link: toGroup(group_id),
          })),
        ]}
      />
      <ListPages
        first={after ? <Link to={to} params={params} /> : undefined}
        next={
          has_more && last ? (
            <Link to={to} params={params} search={{ after: last.id }} />
          ) : undefined
        }
      />
    </>
  );
}

/** Separates the ids of a group and of a question. No id has this sign. */
const separator = ".";

/** The questions of a group, or the form of one of them; then the id names both. */
export function RoomQuestions({ id }: { id: string }) {
  const [group_id = "", question_id] = id.split(separator);
  return question_id ? (
    <QuestionEditor group_id={group_id} id={question_id} />
  ) : (
    <QuestionList group_id={group_id} />
  );
}

function QuestionList({ group_id }: { group_id: string }) {
  const { t, locale } = useTexts();
  const query = useQuery(editedRoomQuestionsQuery(group_id));
  const [newId] = useState(createContentId);
  const buildId = (id: string) => `${group_id}${separator}${id}`;
  return (
    <ContentIndex
      kind={questionKind}
      query={query}
      create={[buildId(newId), t("staff_communities.new_question")]}
      contents={query.data?.questions.map(({ id, bodies, options, ...question }) => ({
        id: buildId(id),
        title: bodies[locale],
        details: (
          <>
            <span>
              {options === null ? t("staff_communities.free_text") : options[locale].join(" / ")}
            </span>
            {question.is_required && <span>{t("staff_communities.required")}</span>}
            {question.is_retired && <span>{t("staff_communities.retired")}</span>}
          </>
        ),
      }))}
    />
  );
}

function QuestionEditor({ group_id, id }: { group_id: string; id: string }) {
  const { t, locale } = useTexts();
  const client = useQueryClient();
  const query = useQuery(editedRoomQuestionQuery(group_id, id));
  if (!query.data) return <FormLoading query={query} />;
  const fields: ContentField[] = [
    {
      name: "bodies",
      kind: "texts",
      label: t("staff_communities.question"),
      limit: roomQuestionLimits.bodies,
    },
    {
      name: "options",
      kind: "long_texts",
      label: t("staff_communities.options"),
      hint: t("staff_communities.options_hint"),
    },
    {
      name: "position",
      kind: "number",
      label: t("staff_communities.position"),
      hint: t("staff_communities.position_hint"),
    },
    {
      name: "is_required",
      kind: "switch",
      label: t("staff_communities.is_required"),
    },
    {
      name: "is_retired",
      kind: "switch",
      label: t("staff_communities.is_retired"),
      hint: t("staff_communities.is_retired_hint"),
    },
  ];
  return (
    <>
      <p>
        <Link
          to="/$locale/adm/contents/$kind/$id"
          params={{ locale, kind: questionKind, id: group_id }}
          className={lineLinkClass}
        >
          {t("staff_communities.question_list")}
        </Link>
      </p>
      <ContentEditor
        draftKey={`room-question:${group_id}:${id}`}
        fields={fields}
        stored={query.data}
        save={(version, values) => saveRoomQuestionOf({ group_id, id }, version, values)}
        refresh={() => refreshEditedRooms(client)}
      />
    </>
  );
}
