import { getLanguageTag, type Locale } from "@toibako/contract/locales.ts";
import {
  computeContrast,
  formatContrast,
  minContrast,
} from "@toibako/contract/staff/contents/contrast.ts";
import { contentPictureSizes } from "@toibako/contract/staff/contents/pictures.ts";
import { BannerMedia } from "#features/banners/components/banner-media.tsx";
import { BannerButton, BannerDescription } from "#features/banners/components/banner-texts.tsx";
import { type ContentValues, nameValue } from "#features/staff/queries/content-values.ts";
import { useTexts } from "#lib/i18n/texts.tsx";

interface BannerPreviewProps {
  values: ContentValues;
  locale: Locale;
}

/** The modal of a banner as readers in a language will see it, with the contrast of its colours. */
export function BannerPreview({ values, locale }: BannerPreviewProps) {
  const { modal_background_color: background = "", modal_text_color: text = "" } = values;
  if (values.kind === "plain")
    return (
      <div className="max-w-md rounded-sheet bg-surface p-6 shadow-e3">
        <PreviewMedia values={values} locale={locale} />
      </div>
    );
  return (
    <div className="grid gap-3">
      <div
        lang={getLanguageTag(locale)}
        className="max-w-md rounded-sheet p-6 shadow-e3"
        style={{ backgroundColor: background, color: text }}
      >
        <p dir="auto" className="mb-2 text-lg font-bold wrap-anywhere">
          {values[nameValue("modal_titles", locale)]}
        </p>
        <PreviewMedia values={values} locale={locale} />
        <BannerDescription text={values[nameValue("modal_descriptions", locale)] ?? ""} />
        <div className="mt-5">
          <BannerButton target={undefined} background={background} text={text} />
        </div>
      </div>
      <Contrast background={background} text={text} />
    </div>
  );
}

function PreviewMedia({ values, locale }: BannerPreviewProps) {
  const { image_uri = "", video_uri = "" } = values;
  if (image_uri === "" && video_uri === "") return null;
  return (
    <BannerMedia
      // Another file starts anew.
      key={video_uri}
      name={values[nameValue("alternative_texts", locale)] ?? ""}
      target={undefined}
      media={{
        banner_image_uri: video_uri || image_uri,
        still_image_uri: image_uri,
        media_kind: video_uri === "" ? "picture" : "video",
        ...contentPictureSizes.site_banner,
      }}
    />
  );
}

function Contrast({ background, text }: { background: string; text: string }) {
  const { t } = useTexts();
  const contrast = computeContrast(background, text);
  const ratio = formatContrast(contrast);
  return (
    <p role="status" className="text-sm">
      {contrast < minContrast ? (
        <span className="font-semibold text-danger">
          {t("staff_banners.contrast_low", { ratio, least: minContrast })}
        </span>
      ) : (
        <span className="text-ink-2">{t("staff_banners.contrast", { ratio })}</span>
      )}
    </p>
  );
}
