import { useTexts } from "#lib/i18n/texts.tsx";
import { QrCode } from "#ui/drawings/qr-code.tsx";
import { Dialog } from "#ui/overlays/overlay.tsx";

interface QrDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  url: string;
  /** The address as one would type it. */
  address: string;
}

/** The QR code of a box's link, large enough to be scanned from another phone. */
export function QrDialog({ open, onOpenChange, url, address }: QrDialogProps) {
  const { t } = useTexts();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("shares.qr_title")}
      closeLabel={t("common.close")}
    >
      <div className="grid justify-items-center gap-3 text-center">
        <QrCode text={url} label={t("shares.qr_title")} />
        <p className="text-sm font-semibold wrap-anywhere">
          <bdi>{address}</bdi>
        </p>
        <p className="text-sm text-ink-2">{t("shares.qr_text")}</p>
      </div>
    </Dialog>
  );
}
