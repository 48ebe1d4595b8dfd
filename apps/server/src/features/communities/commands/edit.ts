import type { Input } from "@toibako/contract/endpoint.ts";
import { locales, mapLocales, type TranslatedText } from "@toibako/contract/locales.ts";
import { normalizeForSearch } from "@toibako/contract/search-text.ts";
import {
  categoryLimits,
  communityLimits,
  type EditedCategory,
  type EditedCommunity,
  type saveCategory as saveCategoryEndpoint,
  type saveCommunity as saveCommunityEndpoint,
} from "@toibako/contract/staff/contents/communities.ts";
import { newVersion } from "@toibako/contract/staff/contents/version.ts";
import { replaceLineBreaks } from "@toibako/contract/text.ts";
import { auditSql } from "#platform/database/audit.ts";
import { saveSql } from "#platform/database/save.ts";
import { statement } from "#platform/database/statement.ts";
import { lockThen } from "#platform/database/transaction.ts";
import { createFieldFailure, Failure, type FieldProblem } from "#platform/http/failure.ts";
import { requireTexts } from "#platform/http/typed-text.ts";
import { isRepeatedSave, requireSaved } from "#platform/http/version.ts";
import type { Services } from "#platform/services.ts";
import { requirePictures } from "../../pictures/commands/content-pictures.ts";
import { buildSearchColumns, isValidId } from "../policy.ts";
import { findEditedCategory, findEditedCommunity } from "../queries/edited.ts";

// Categories and communities are saved one after another, so that no two get one name.
const lockCategories = statement(
  "communities.lockCategories",
  "select id from community_categories order by id for no key update",
);

const selectCategoryNames = statement(
  "communities.selectCategoryNames",
  "select names from community_categories where id <> :id",
);
const selectCommunityNames = statement(
  "communities.selectCommunityNames",
  "select names from communities where id <> :id",
);

/** Throws if another category or community is called the same in a language, in any spelling. */
function requireFreeNames(names: TranslatedText, others: readonly { names: TranslatedText }[]) {
  const isTaken = (name: string, other: string) =>
    name === other ||
    (normalizeForSearch(name) !== "" && normalizeForSearch(name) === normalizeForSearch(other));
  const problems = locales
    .filter((locale) => others.some((other) => isTaken(names[locale], other.names[locale])))
    .map((locale): FieldProblem => ({ field: `names.${locale}`, text_key: "content_name_taken" }));
  if (problems.length > 0) throw new Failure("invalid_fields", { fields: problems });
}

/** Names have one line. Pages put "#" in front of that of a community, so it must not have one. */
function toNames(names: TranslatedText): TranslatedText {
  const problems = locales
    .filter((locale) => /[#＃]/.test(names[locale]))
    .map((locale): FieldProblem => ({ field: `names.${locale}`, text_key: "content_name_sign" }));
  if (problems.length > 0) throw new Failure("invalid_fields", { fields: problems });
  return mapLocales((locale) => replaceLineBreaks(names[locale]));
}

/** Throws if a new content can't get this id, or if somebody else has saved the content since the caller read it. */
function requireVersion(id: string, version: number, stored: { version: number } | undefined) {
  if (version !== newVersion) {
    if (!stored) throw new Failure("not_found");
    if (stored.version !== version) throw new Failure("case_changed");
  } else {
    if (stored) throw createFieldFailure("id", "content_id_taken");
    if (!isValidId(id)) throw createFieldFailure("id", "content_id_invalid");
  }
}

const upsertCategory = statement(
  "communities.saveCategory",
  `
  with ${saveSql({ table: "community_categories", keys: ["id"], columns: ["position", "names"] })}, ${auditSql(
    "community_category.save",
    "saved",
    {
      actor_pk: ":user_pk",
      object: "'community category ' || id",
      reason: `case when :version::integer = ${newVersion} then 'created' else 'changed' end`,
    },
  )}
  select id from saved`,
);

/** Saves a category. Throws `case_changed` if somebody else has saved it since the caller read it. */
export async function saveCategory(
  { db, bus }: Pick<Services, "db" | "bus">,
  user_pk: number,
  id: string,
  { version, position, ...typed }: Input<typeof saveCategoryEndpoint>["body"],
): Promise<EditedCategory> {
  const names = toNames(requireTexts(typed, categoryLimits).names);
  const category = await lockThen(
    db,
    (db) => lockCategories(db, {}),
    async (db) => {
      const stored = await findEditedCategory(db, id);
      if (stored && isRepeatedSave(stored, version, { position, names })) return stored;
      requireVersion(id, version, stored);
      requireFreeNames(names, await selectCategoryNames(db, { id }));
      const row = { id, position, names: JSON.stringify(names), version, user_pk };
      const saved = await upsertCategory(db, row);
      return requireSaved(saved, await findEditedCategory(db, id), version, { position, names });
    },
  );
  bus.publish("all_pages", {});
  return category;
}

const upsertCommunity = statement(
  "communities.save",
  `
  with ${saveSql({
    table: "communities",
    keys: ["id"],
    columns: [
      ...["position", "card_theme", "icon_uri", "main_image_uri", "names", "descriptions", "rules"],
      ...["search_text", "search_terms"],
    ],
    newColumns: ["category_id"],
  })}, new_languages as (
    insert into community_languages (community_pk, locale)
    select pk, locale from new_row, unnest(:locales::text[]) as locale
  ), ${auditSql("community.save", "saved", {
    actor_pk: ":user_pk",
    object: "'community ' || id",
    reason: `case when :version::integer = ${newVersion} then 'created' else 'changed' end`,
  })}
  select id from saved`,
);

/** Saves a community. Throws `case_changed` if somebody else has saved it since the caller read it. */
export async function saveCommunity(
  { db, bus }: Pick<Services, "db" | "bus">,
  user_pk: number,
  id: string,
  { version, ...body }: Input<typeof saveCommunityEndpoint>["body"],
): Promise<EditedCommunity> {
  const { names, ...texts } = requireTexts(body, communityLimits);
  const values = { ...body, ...texts, names: toNames(names) };
  const { category_id } = values;
  const community = await lockThen(
    db,
    (db) => lockCategories(db, {}),
    async (db, categories) => {
      const stored = await findEditedCommunity(db, id);
      if (stored && isRepeatedSave(stored, version, values)) return stored;
      requireVersion(id, version, stored);
      if (stored && category_id !== stored.category_id) {
        throw createFieldFailure("category_id", "community_category_fixed");
      }
      if (!categories.some((category) => category.id === category_id)) {
        throw createFieldFailure("category_id", "invalid_field");
      }
      requireFreeNames(values.names, await selectCommunityNames(db, { id }));
      await requirePictures(db, values, { icon_uri: "icon", main_image_uri: "community_banner" });
      const saved = await upsertCommunity(db, {
        ...values,
        ...buildSearchColumns(values),
        id,
        version,
        user_pk,
        names: JSON.stringify(values.names),
        descriptions: JSON.stringify(values.descriptions),
        rules: JSON.stringify(values.rules),
        locales: [...locales],
      });
      return requireSaved(saved, await findEditedCommunity(db, id), version, values);
    },
  );
  bus.publish("all_pages", {});
  return community;
}
