import { useQuery, useQueryClient } from "@tanstack/react-query";
import { bannerAudiences, bannerKinds, bannerLocales } from "@toibako/contract/banners.ts";
import { localeNames } from "@toibako/contract/locales.ts";
import {
  bannerLimits,
  type ListedBanner,
  maxTargetLength,
} from "@toibako/contract/staff/contents/banners.ts";
import { contentPictureSizes, videoLimits } from "@toibako/contract/staff/contents/pictures.ts";
import { useState } from "react";
import { ContentEditor } from "#features/staff/components/contents/content-editor.tsx";
import { StaffDate } from "#features/staff/components/staff-date.tsx";
import {
  editedBannerQuery,
  editedBannersQuery,
  refreshBanners,
  saveBannerOf,
} from "#features/staff/queries/banners.ts";
import { uploadPicture, uploadVideo } from "#features/staff/queries/content-pictures.ts";
import { type ContentField, createContentId } from "#features/staff/queries/content-values.ts";
import { type Translate, useTexts } from "#lib/i18n/texts.tsx";
import { useBrowserTimeZone } from "#lib/i18n/time-zone.ts";
import { BannerPreview } from "./banner-preview.tsx";
import { ContentIndex, FormLoading } from "./content-parts.tsx";

/** The list of banners, one page at a time, with what becomes of them now. */
export function BannerList({ after }: { after: string | undefined }) {
  const { t } = useTexts();
  const query = useQuery(editedBannersQuery(after));
  const [newId] = useState(createContentId);
  return (
    <ContentIndex
      kind="banners"
      query={query}
      create={[newId, t("staff_banners.new_banner")]}
      contents={query.data?.banners.map((banner) => ({
        id: banner.id,
        title: banner.title,
        details: <BannerDetails banner={banner} />,
      }))}
      emptyTitle={t("staff_banners.no_banners")}
      after={after}
      has_more={query.data?.has_more}
    />
  );
}

function BannerDetails({ banner }: { banner: ListedBanner }) {
  const { t } = useTexts();
  const { starts_at, ends_at, locale, audience, priority } = banner;
  return (
    <>
      <span className="font-bold">{t(`staff_banners.${findState(banner)}`)}</span>
      <span>
        <StaffDate form="minute" at={starts_at} />–<StaffDate form="minute" at={ends_at} />
      </span>
      <span>{locale === "all" ? t("staff_banners.all_languages") : localeNames[locale]}</span>
      <span>{t(`staff_banners.audience_${audience}`)}</span>
      <span>{t("staff_banners.priority_value", { n: priority })}</span>
    </>
  );
}

function findState({ is_shown, starts_at, ends_at }: ListedBanner) {
  const now = Date.now();
  if (!is_shown) return "hidden";
  if (now < Date.parse(starts_at)) return "state_waits";
  return now < Date.parse(ends_at) ? "state_now" : "state_over";
}

/** The texts of the modal, in each language. */
const listTexts = (t: Translate): ContentField[] => [
  {
    name: "modal_titles",
    kind: "texts",
    label: t("staff_banners.modal_title"),
    hint: t("staff_banners.modal_title_hint", { n: bannerLimits.modal_titles }),
    limit: bannerLimits.modal_titles,
  },
  {
    name: "modal_descriptions",
    kind: "long_texts",
    label: t("staff_banners.modal_description"),
    hint: t("staff_banners.modal_description_hint", { n: bannerLimits.modal_descriptions }),
    limit: bannerLimits.modal_descriptions,
  },
  {
    name: "alternative_texts",
    kind: "texts",
    label: t("staff_banners.alternative_text"),
    hint: t("staff_banners.alternative_text_hint", { n: bannerLimits.alternative_texts }),
    limit: bannerLimits.alternative_texts,
  },
];

const listLook = (t: Translate): ContentField[] => [
  {
    name: "kind",
    kind: "choice",
    label: t("staff_banners.kind"),
    choices: bannerKinds.map((value) => ({ value, label: t(`staff_banners.kind_${value}`) })),
  },
  {
    name: "image_uri",
    kind: "picture",
    label: t("staff_banners.picture"),
    hint: t("staff_banners.picture_hint", contentPictureSizes.site_banner),
    upload: (file) => uploadPicture("site_banner", file),
    ...contentPictureSizes.site_banner,
  },
  {
    name: "video_uri",
    kind: "video",
    label: t("staff_banners.video"),
    hint: t("staff_banners.video_hint", {
      megabytes: videoLimits.bytes / 1024 / 1024,
      seconds: videoLimits.seconds,
      edge: videoLimits.edge,
    }),
    upload: uploadVideo,
    ...contentPictureSizes.site_banner,
  },
  {
    name: "target_uri",
    kind: "text",
    label: t("staff_banners.target"),
    hint: t("staff_banners.target_hint", { n: maxTargetLength }),
  },
  {
    name: "modal_background_color",
    kind: "color",
    label: t("staff_banners.background_color"),
    hint: t("staff_banners.color_hint"),
  },
  {
    name: "modal_text_color",
    kind: "color",
    label: t("staff_banners.text_color"),
    hint: t("staff_banners.color_hint"),
  },
];

const listWhen = (t: Translate, time_zone: string): ContentField[] => [
  {
    name: "starts_at",
    kind: "time",
    label: t("staff_banners.starts_at"),
    hint: t("staff_banners.time_hint", { zone: time_zone }),
  },
  {
    name: "ends_at",
    kind: "time",
    label: t("staff_banners.ends_at"),
    hint: t("staff_banners.time_hint", { zone: time_zone }),
  },
  {
    name: "locale",
    kind: "choice",
    label: t("staff_contents.language"),
    hint: t("staff_banners.locale_hint"),
    choices: bannerLocales.map((value) => ({
      value,
      label: value === "all" ? t("staff_banners.all_languages") : localeNames[value],
    })),
  },
  {
    name: "audience",
    kind: "choice",
    label: t("staff_banners.audience"),
    choices: bannerAudiences.map((value) => ({
      value,
      label: t(`staff_banners.audience_${value}`),
    })),
  },
  {
    name: "priority",
    kind: "number",
    label: t("staff_banners.priority"),
    hint: t("staff_banners.priority_hint"),
  },
  {
    name: "is_shown",
    kind: "switch",
    label: t("staff_banners.show"),
    hint: t("staff_banners.show_hint"),
  },
];

/** The form of a banner. */
export function BannerEditor({ id }: { id: string }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const time_zone = useBrowserTimeZone() ?? "UTC";
  const query = useQuery(editedBannerQuery(id));
  if (!query.data) return <FormLoading query={query} />;
  return (
    <ContentEditor
      draftKey={`banner:${id}`}
      fields={[...listTexts(t), ...listLook(t), ...listWhen(t, time_zone)]}
      stored={query.data}
      save={(version, values) => saveBannerOf(id, version, values)}
      refresh={() => refreshBanners(client)}
      renderPreview={(values, shown) => <BannerPreview values={values} locale={shown} />}
    />
  );
}
