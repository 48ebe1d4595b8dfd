import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { defineLazyModule, useLazyModule } from "#ui/lazy-module.ts";

const dialog = defineLazyModule(async () => (await import("./qr-dialog.tsx")).QrDialog);

interface QrOwner {
  account: string;
  displaying_name: string;
}

/**
 * The dialog with the QR code of a box, whose code is imported when it opens. The address in the QR code
 * has no language, so that the box opens in each reader's language, and the QR code is small.
 */
export function useQrDialog({ account, displaying_name }: QrOwner): {
  openQrCode: () => void;
  qrDialog: ReactNode;
} {
  const { public_url } = useRouter().options.context;
  const [isOpen, setIsOpen] = useState(false);
  const QrDialog = useLazyModule(dialog, isOpen, () => setIsOpen(false));
  return {
    openQrCode: () => setIsOpen(true),
    qrDialog: QrDialog && (
      <QrDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        url={`${public_url}/${account}`}
        name={displaying_name}
      />
    ),
  };
}
