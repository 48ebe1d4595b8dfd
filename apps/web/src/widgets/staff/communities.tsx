import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { cardThemes } from "@toibako/contract/cards.ts";
import { categoryLimits, communityLimits } from "@toibako/contract/staff/contents/communities.ts";
import { contentPictureSizes } from "@toibako/contract/staff/contents/pictures.ts";
import { ContentEditor } from "#features/staff/components/contents/content-editor.tsx";
import {
  editedCategoriesQuery,
  editedCategoryQuery,
  editedCommunitiesQuery,
  editedCommunityQuery,
  refreshCommunities,
  saveCategoryOf,
  saveCommunityOf,
  unnamedId,
} from "#features/staff/queries/communities.ts";
import { uploadPicture } from "#features/staff/queries/content-pictures.ts";
import type { ContentField } from "#features/staff/queries/content-values.ts";
import { type Translate, useTexts } from "#lib/i18n/texts.tsx";
import { ContentIndex, FormLoading } from "./content-parts.tsx";

const listPosition = (t: Translate): ContentField => ({
  name: "position",
  kind: "number",
  label: t("staff_communities.position"),
  hint: t("staff_communities.position_hint"),
});

const nameId = (t: Translate): ContentField => ({
  name: "id",
  kind: "text",
  label: t("staff_communities.id"),
  hint: t("staff_communities.id_hint"),
});

/** The list of the categories of communities. */
export function CategoryList() {
  const { t } = useTexts();
  const query = useQuery(editedCategoriesQuery());
  return (
    <ContentIndex
      kind="categories"
      query={query}
      create={[unnamedId, t("staff_communities.new_category")]}
      contents={query.data?.categories.map(({ id, name }) => ({ id, title: name, details: id }))}
    />
  );
}

/** The form of a category. */
export function CategoryEditor({ id }: { id: string }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const open = useOpenSaved("categories");
  const query = useQuery(editedCategoryQuery(id));
  if (!query.data) return <FormLoading query={query} />;
  const fields: ContentField[] = [
    {
      name: "names",
      kind: "texts",
      label: t("staff_communities.name"),
      limit: categoryLimits.names,
    },
    ...(id === unnamedId ? [nameId(t)] : []),
    listPosition(t),
  ];
  return (
    <ContentEditor
      draftKey={`category:${id}`}
      fields={fields}
      stored={query.data}
      needsAllTexts={() => true}
      save={async (version, values) => {
        const saved = await saveCategoryOf(findId(id, values.id), version, values);
        if (id === unnamedId) open(saved.data.category.id);
      }}
      refresh={() => refreshCommunities(client)}
    />
  );
}

/** The list of communities, one page at a time. */
export function CommunityContentList({ after }: { after: string | undefined }) {
  const { t } = useTexts();
  const query = useQuery(editedCommunitiesQuery(after));
  return (
    <ContentIndex
      kind="communities"
      query={query}
      create={[unnamedId, t("staff_communities.new_community")]}
      contents={query.data?.communities.map(({ id, name, category_name }) => ({
        id,
        title: name,
        details: category_name,
      }))}
      after={after}
      has_more={query.data?.has_more}
    />
  );
}

/** The form of a community. */
export function CommunityEditor({ id }: { id: string }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const open = useOpenSaved("communities");
  const query = useQuery(editedCommunityQuery(id));
  const categoryQuery = useQuery(editedCategoriesQuery());
  if (!query.data) return <FormLoading query={query} />;
  if (!categoryQuery.data) return <FormLoading query={categoryQuery} />;
  const { categories } = categoryQuery.data;
  const category: ContentField = {
    name: "category_id",
    kind: "choice",
    label: t("staff_communities.category"),
    hint: t("staff_communities.category_hint"),
    choices: [
      { value: "", label: t("staff_communities.choose") },
      ...categories.map(({ id: value, name: label }) => ({ value, label })),
    ],
  };
  const fields: ContentField[] = [
    {
      name: "names",
      kind: "texts",
      label: t("staff_communities.name"),
      limit: communityLimits.names,
    },
    {
      name: "descriptions",
      kind: "long_texts",
      label: t("staff_communities.description"),
      limit: communityLimits.descriptions,
    },
    {
      name: "rules",
      kind: "long_texts",
      label: t("staff_communities.rules"),
      hint: t("staff_communities.rules_hint"),
      limit: communityLimits.rules,
    },
    ...(id === unnamedId ? [nameId(t), category] : []),
    {
      name: "icon_uri",
      kind: "picture",
      label: t("staff_communities.icon"),
      hint: t("staff_communities.icon_hint"),
      upload: (file) => uploadPicture("icon", file),
      ...contentPictureSizes.icon,
    },
    {
      name: "main_image_uri",
      kind: "picture",
      label: t("staff_communities.banner"),
      hint: t("staff_communities.banner_hint"),
      upload: (file) => uploadPicture("community_banner", file),
      ...contentPictureSizes.community_banner,
    },
    {
      name: "card_theme",
      kind: "choice",
      label: t("staff_communities.card_theme"),
      hint: t("staff_communities.card_theme_hint"),
      choices: cardThemes.map((value) => ({ value, label: t(`settings.theme_${value}`) })),
    },
    listPosition(t),
  ];
  return (
    <ContentEditor
      draftKey={`community:${id}`}
      fields={fields}
      stored={query.data}
      needsAllTexts={() => true}
      save={async (version, values) => {
        const saved = await saveCommunityOf(findId(id, values.id), version, values);
        if (id === unnamedId) open(saved.data.community.id);
      }}
      refresh={() => refreshCommunities(client)}
    />
  );
}

/** The id under which a content is saved: the typed one of a new content. An empty one would name another address. */
const findId = (id: string, typed = "") => (id === unnamedId ? typed.trim() || unnamedId : id);

/** Returns a function that shows the form of a new content at its own address, after it was saved. */
function useOpenSaved(kind: string) {
  const navigate = useNavigate();
  const { locale } = useTexts();
  return (id: string) =>
    void navigate({
      to: "/$locale/adm/contents/$kind/$id",
      params: { locale, kind, id },
      replace: true,
    });
}
