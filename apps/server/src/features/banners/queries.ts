import type { Banner } from "@toibako/contract/banners.ts";
import { findText, type Locale } from "@toibako/contract/locales.ts";
import {
  type EditedBanner,
  editedBannersPerPage,
  type ListedBanner,
} from "@toibako/contract/staff/contents/banners.ts";
import { contentPictureSizes } from "@toibako/contract/staff/contents/pictures.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";

const isShownNowSql = "is_shown and starts_at <= now() and ends_at > now()";

const columns = `id, kind, image_uri, video_uri, target_uri, modal_titles, modal_descriptions, alternative_texts,
  modal_background_color, modal_text_color, starts_at, ends_at, locale, audience, priority, is_shown, version`;

const selectAnyShown = statement(
  "banners.selectAnyShown",
  `select from banners where ${isShownNowSql} limit 1`,
);

/** Whether anybody may see a banner now. */
export const hasBanners = async (db: Db): Promise<boolean> =>
  (await selectAnyShown(db, {})).length > 0;

const selectShown = statement(
  "banners.selectShown",
  `
  select ${columns}, width, height from banners
  left join content_pictures on content_pictures.url = banners.video_uri
  where ${isShownNowSql} and locale in ('all', :locale) and audience in ('all', :audience)
    and id <> all(:closed::text[])
  order by priority desc, starts_at desc, id limit 1`,
);

const noBanner: Banner = {
  should_show: false,
  id: null,
  banner_image_uri: null,
  still_image_uri: null,
  media_kind: null,
  width: null,
  height: null,
  alternative_text: null,
  banner_target_uri: null,
  modal_title: null,
  modal_description: null,
  modal_background_color: null,
  modal_text_color: null,
  starts_at: null,
  ends_at: null,
  locale: null,
  audience: null,
  priority: null,
};

interface BannerReader {
  locale: Locale;
  audience: "visitor" | "user";
  /** The ids of the banners that the reader has closed. */
  closed: string[];
}

/** Finds the banner that somebody may see now. */
export async function findShownBanner(
  db: Db,
  { locale, audience, closed }: BannerReader,
): Promise<Banner> {
  const [banner] = await selectShown(db, { locale, audience, closed });
  if (!banner) return noBanner;
  const { video_uri, image_uri } = banner;
  const size = { width: banner.width, height: banner.height };
  const isModal = banner.kind === "modal";
  return {
    should_show: true,
    id: banner.id,
    banner_image_uri: video_uri ?? image_uri,
    still_image_uri: image_uri,
    media_kind: video_uri === null ? "picture" : "video",
    ...(video_uri === null ? contentPictureSizes.site_banner : size),
    alternative_text: banner.alternative_texts[locale],
    banner_target_uri: banner.target_uri,
    modal_title: isModal ? banner.modal_titles[locale] : null,
    modal_description: isModal ? banner.modal_descriptions[locale] : null,
    modal_background_color: isModal ? banner.modal_background_color : null,
    modal_text_color: isModal ? banner.modal_text_color : null,
    starts_at: banner.starts_at.toISOString(),
    ends_at: banner.ends_at.toISOString(),
    locale: banner.locale,
    audience: banner.audience,
    priority: banner.priority,
  };
}

const selectEdited = statement(
  "banners.selectEdited",
  `select ${columns} from banners where id = :id`,
);

const selectListed = statement(
  "banners.selectListed",
  `
  select id, kind, modal_titles, alternative_texts, starts_at, ends_at, locale, audience, priority, is_shown from banners
  where :after?::text is null or (ends_at, id) < (
    select last.ends_at, last.id from banners last where last.id = :after?
  )
  order by ends_at desc, id desc limit ${editedBannersPerPage + 1}`,
);

const toEdited = (row: Row<"banners.selectEdited">): EditedBanner => ({
  ...row,
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at.toISOString(),
});

/** Lists one page of all banners, those that end last first, with their titles in one language. */
export async function listEdited(db: Db, locale: Locale, after: string | undefined) {
  const rows = await selectListed(db, { after: after ?? null });
  const banners = rows.slice(0, editedBannersPerPage).map((row): ListedBanner => {
    const { kind, modal_titles, alternative_texts, starts_at, ends_at, ...rest } = row;
    const titles = kind === "modal" ? modal_titles : alternative_texts;
    return {
      ...rest,
      title: findText(titles, locale),
      starts_at: starts_at.toISOString(),
      ends_at: ends_at.toISOString(),
    };
  });
  return { banners, has_more: rows.length > editedBannersPerPage };
}

export async function findEdited(db: Db, id: string): Promise<EditedBanner | undefined> {
  const [row] = await selectEdited(db, { id });
  return row && toEdited(row);
}
