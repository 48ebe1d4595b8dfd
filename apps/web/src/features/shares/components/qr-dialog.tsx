import { ImageDown } from "lucide-react";
import { useRef, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildPictureName } from "#lib/page/picture-name.ts";
import { removeProtocol } from "#lib/page/remove-protocol.ts";
import { Button } from "#ui/buttons/button.tsx";
import { QrCode } from "#ui/drawings/qr-code.tsx";
import { createQrPicture } from "#ui/drawings/qr-picture.ts";
import { useToasts } from "#ui/feedback/toasts.ts";
import { Dialog } from "#ui/overlays/overlay.tsx";

interface QrDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  url: string;
  name: string;
}

/** Shows the QR code of a box's address, for other phones to scan. A button saves the code as a picture. */
export function QrDialog({ open, onOpenChange, url, name }: QrDialogProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const code = useRef<SVGSVGElement>(null);
  const [isSaving, setIsSaving] = useState(false);
  const address = removeProtocol(url);

  async function save() {
    if (!code.current) return;
    setIsSaving(true);
    try {
      download(await createQrPicture(code.current, name, address), buildPictureName(name, "QR"));
    } catch (error) {
      reportError(error);
      toasts.showToast(t("shares.qr_failed"), { type: "error" });
    } finally {
      setIsSaving(false);
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("shares.qr_title")}
      closeLabel={t("common.close")}
      footer={
        <Button isWide isPending={isSaving} onClick={() => void save()}>
          {!isSaving && <ImageDown size={18} aria-hidden="true" />}
          <span>{t("shares.save_picture")}</span>
        </Button>
      }
    >
      <div className="grid justify-items-center gap-3 text-center">
        <div className="grid w-full max-w-72 justify-items-center gap-3 rounded-xl bg-paper p-4">
          <QrCode ref={code} text={url} label={t("shares.qr_of", { address })} hasMark />
          <p className="text-sm font-semibold wrap-anywhere text-ink-on-paper select-all">
            <bdi translate="no">{address}</bdi>
          </p>
        </div>
        <p className="short-text text-sm text-balance text-ink-2">{t("shares.qr_text")}</p>
      </div>
    </Dialog>
  );
}

function download(picture: Blob, file_name: string): void {
  const url = URL.createObjectURL(picture);
  const link = document.createElement("a");
  link.href = url;
  link.download = file_name;
  link.click();
  URL.revokeObjectURL(url);
}
