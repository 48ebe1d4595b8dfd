import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { Locale } from "@toibako/contract/locales.ts";
import { findPictureId } from "@toibako/contract/pictures.ts";
import { contentPictureSizes } from "@toibako/contract/staff/contents/pictures.ts";
import {
  type ListedStampGroup,
  stampGroupLimits,
  stampLimits,
} from "@toibako/contract/staff/contents/stamps.ts";
import { newVersion } from "@toibako/contract/staff/contents/version.ts";
import { useState } from "react";
import { ContentEditor } from "#features/staff/components/contents/content-editor.tsx";
import { ContentPicture } from "#features/staff/components/contents/content-picture.tsx";
import { uploadPicture } from "#features/staff/queries/content-pictures.ts";
import {
  type ContentField,
  type ContentValues,
  createContentId,
  nameValue,
  type PictureField,
} from "#features/staff/queries/content-values.ts";
import {
  editedStampGroupQuery,
  editedStampGroupsQuery,
  editedStampQuery,
  refreshStamps,
  saveStampGroupOf,
  saveStampOf,
} from "#features/staff/queries/stamps.ts";
import { type Translate, useTexts } from "#lib/i18n/texts.tsx";
import { cx } from "#ui/cx.ts";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { ContentIndex, FormLoading } from "./content-parts.tsx";

const stampKind = "stamps";

/** All stamps by group. A picture that is chosen here leads to the form of a new stamp. */
export function StampList() {
  const { t, locale } = useTexts();
  const navigate = useNavigate();
  const query = useQuery(editedStampGroupsQuery());
  const field: PictureField = {
    name: "picture_url",
    kind: "picture",
    label: t("staff_stamps.new_stamp"),
    hint: t("staff_stamps.picture_hint"),
    upload: (file) => uploadPicture("stamp", file),
    ...contentPictureSizes.stamp,
  };
  const open = (url: string) =>
    void navigate({
      to: "/$locale/adm/contents/$kind/$id",
      params: { locale, kind: stampKind, id: findPictureId(url) ?? "" },
    });
  return (
    <>
      <ContentPicture field={field} value="" onChange={open} problem={undefined} />
      {!query.data && (
        <LoadingState query={query} skeleton="row" title={t("staff_contents.load_failed")} />
      )}
      {query.data?.stamp_groups.map((group) => (
        <StampsOfGroup key={group.id} group={group} />
      ))}
    </>
  );
}

function StampsOfGroup({ group }: { group: ListedStampGroup }) {
  const { t, locale } = useTexts();
  const { id: group_id, name, is_offered, icon_url, stamps } = group;
  return (
    <section aria-labelledby={`group-${group_id}`} className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <img src={icon_url} alt="" width={40} height={40} className="size-10" />
        <h3 id={`group-${group_id}`} dir="auto" className="font-bold wrap-anywhere">
          {name}
        </h3>
        {!is_offered && <Withdrawn />}
      </div>
      {stamps.length === 0 && (
        <p className="text-sm text-ink-2">{t("staff_stamps.no_stamps_in_group")}</p>
      )}
      <ul className="grid list-none grid-cols-2 gap-3 sm:grid-cols-4">
        {stamps.map(({ id, text, is_offered, picture_url }) => (
          <li key={id} className="grid">
            <Link
              to="/$locale/adm/contents/$kind/$id"
              params={{ locale, kind: stampKind, id }}
              className="grid content-start gap-1 rounded-xl bg-surface p-3 shadow-e2 transition-colors duration-120 hover:bg-surface-2"
            >
              <img
                src={picture_url}
                alt=""
                width={96}
                height={96}
                className={cx("size-24 justify-self-center", !is_offered && "opacity-50")}
              />
              <span dir="auto" className="text-sm wrap-anywhere">
                {text}
              </span>
              {!is_offered && <Withdrawn />}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Withdrawn() {
  const { t } = useTexts();
  return (
    <span className="justify-self-start rounded-full bg-surface-2 px-2 py-0.5 text-xs font-bold text-ink-2">
      {t("staff_stamps.withdrawn")}
    </span>
  );
}

/** The fields that stamps and their groups share. */
const listOfferFields = (t: Translate): ContentField[] => [
  {
    name: "position",
    kind: "number",
    label: t("staff_stamps.position"),
    hint: t("staff_stamps.position_hint"),
  },
  {
    name: "is_offered",
    kind: "switch",
    label: t("staff_stamps.offer"),
    hint: t("staff_stamps.offer_hint"),
  },
];

/** The form of a stamp. Its picture never changes, so the form only shows it. */
export function StampEditor({ id }: { id: string }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const query = useQuery(editedStampQuery(id));
  const groups = useQuery(editedStampGroupsQuery());
  if (!query.data || !groups.data) return <FormLoading query={query.data ? groups : query} />;
  const { version, values } = query.data;
  const isUnknown = version === newVersion && findPictureId(values.picture_url ?? "") !== id;
  if (isUnknown) return <p>{t("staff_contents.load_failed")}</p>;
  const choices = groups.data.stamp_groups.map(({ id: value, name: label }) => ({ value, label }));
  const stored = {
    version,
    values: { ...values, group_id: values.group_id || (choices[0]?.value ?? "") },
  };
  const fields: ContentField[] = [
    {
      name: "texts",
      kind: "texts",
      label: t("staff_stamps.question"),
      limit: stampLimits.texts,
      hint: t("staff_stamps.question_hint", { n: stampLimits.texts }),
    },
    { name: "group_id", kind: "choice", label: t("staff_stamps.group"), choices },
    ...listOfferFields(t),
  ];
  return (
    <ContentEditor
      draftKey={`stamp:${id}`}
      fields={fields}
      stored={stored}
      needsAllTexts={() => true}
      save={(version, values) => saveStampOf(id, version, values)}
      refresh={() => refreshStamps(client)}
      renderPreview={(values, shown) => <StampPreview values={values} locale={shown} />}
    />
  );
}

function StampPreview({ values, locale }: { values: ContentValues; locale: Locale }) {
  return (
    <div className="grid justify-items-center gap-2 text-center">
      <img
        src={values.picture_url}
        alt=""
        {...contentPictureSizes.stamp}
        className="size-32 max-w-full"
      />
      <p className="text-question wrap-anywhere">{values[nameValue("texts", locale)]}</p>
    </div>
  );
}

/** The groups of stamps. */
export function StampGroupList() {
  const { t } = useTexts();
  const query = useQuery(editedStampGroupsQuery());
  const [newId] = useState(createContentId);
  return (
    <ContentIndex
      kind="stamp_groups"
      query={query}
      create={[newId, t("staff_stamps.new_group")]}
      contents={query.data?.stamp_groups.map(({ id, name, is_offered, stamps }) => ({
        id,
        title: name,
        details: (
          <>
            <span>{t(is_offered ? "staff_stamps.offered" : "staff_stamps.withdrawn")}</span>
            <span>{t("staff_stamps.count", { n: stamps.length })}</span>
          </>
        ),
      }))}
    />
  );
}

/** The form of a group of stamps. */
export function StampGroupEditor({ id }: { id: string }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const query = useQuery(editedStampGroupQuery(id));
  if (!query.data) return <FormLoading query={query} />;
  const fields: ContentField[] = [
    {
      name: "names",
      kind: "texts",
      label: t("staff_stamps.group_name"),
      limit: stampGroupLimits.names,
      hint: t("staff_stamps.name_hint", { n: stampGroupLimits.names }),
    },
    {
      name: "icon_url",
      kind: "picture",
      label: t("staff_stamps.icon"),
      hint: t("staff_stamps.icon_hint"),
      upload: (file) => uploadPicture("icon", file),
      ...contentPictureSizes.icon,
    },
    ...listOfferFields(t),
  ];
  return (
    <ContentEditor
      draftKey={`stamp-group:${id}`}
      fields={fields}
      stored={query.data}
      needsAllTexts={() => true}
      save={(version, values) => saveStampGroupOf(id, version, values)}
      refresh={() => refreshStamps(client)}
    />
  );
}
