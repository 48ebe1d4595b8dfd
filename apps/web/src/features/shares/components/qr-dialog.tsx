import { encode } from "uqr";
import { useTexts } from "#lib/i18n/texts.tsx";
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
        <QrCode url={url} label={t("shares.qr_title")} />
        <p className="text-sm font-semibold wrap-anywhere">
          <bdi>{address}</bdi>
        </p>
        <p className="text-sm text-ink-2">{t("shares.qr_text")}</p>
      </div>
    </Dialog>
  );
}

/** Dark on white in both colour modes, with a border of four modules: scanners need both. */
function QrCode({ url, label }: { url: string; label: string }) {
  const { size, data } = encode(url, { ecc: "M", border: 4 });
  const path = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-full max-w-64 rounded-lg"
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path.join("")} fill="#08282a" />
    </svg>
  );
}
