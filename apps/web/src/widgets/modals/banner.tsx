import { BannerMedia } from "#features/banners/components/banner-media.tsx";
import { BannerButton, BannerDescription } from "#features/banners/components/banner-texts.tsx";
import { rememberClosed, type ShownBanner } from "#features/banners/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Dialog } from "#ui/overlays/overlay.tsx";
import type { ModalProps } from "./modal-props.ts";

/** A banner of staff. Once closed or followed, it isn't shown again in this browser. */
export function BannerModal({ open, onOpenChange, banner }: ModalProps & { banner: ShownBanner }) {
  const { t } = useTexts();
  const { modal_title, modal_background_color: background, modal_text_color: text } = banner;
  const name = banner.alternative_text || modal_title || t("banners.follow");
  const isCustomised = modal_title !== null && background !== null && text !== null;
  const change = (isOpen: boolean) => {
    if (!isOpen) rememberClosed(banner.id);
    onOpenChange(isOpen);
  };
  const close = () => change(false);
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={modal_title ?? name}
      isTitleHidden={!isCustomised}
      closeLabel={t("common.close")}
      {...(isCustomised && {
        colors: { background, text },
        footer: (
          <BannerButton
            target={banner.banner_target_uri}
            background={background}
            text={text}
            onFollow={close}
          />
        ),
      })}
    >
      <BannerMedia media={banner} name={name} target={banner.banner_target_uri} onFollow={close} />
      {isCustomised && <BannerDescription text={banner.modal_description} />}
    </Dialog>
  );
}
