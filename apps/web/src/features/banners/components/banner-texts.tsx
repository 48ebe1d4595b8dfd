import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { BannerLink, type BannerTarget } from "./banner-link.tsx";

/** The description of a customised banner, in which line breaks count. */
export function BannerDescription({ text }: { text: string | null }) {
  if (!text) return null;
  return (
    <p dir="auto" className="mt-4 whitespace-pre-line wrap-anywhere">
      {text}
    </p>
  );
}

interface BannerButtonProps extends BannerTarget {
  /** The colours of the modal, which the button has the other way round. */
  background: string;
  text: string;
}

/** The button of a customised banner. */
export function BannerButton({ background, text, ...link }: BannerButtonProps) {
  const { t } = useTexts();
  return (
    <BannerLink
      {...link}
      className={buildButtonClass({ isWide: true })}
      style={{ backgroundColor: text, color: background, outlineColor: text }}
    >
      {t("banners.follow")}
    </BannerLink>
  );
}
