import { Copy, Download, Printer } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { Overlay } from "#ui/overlays/overlay.tsx";

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  account: string;
  onClosed: () => void;
}

/** Shows new recovery codes, which can't be shown again. A press outside the dialog doesn't close it. */
export function RecoveryCodesDialog({ codes, account, onClosed }: RecoveryCodesDialogProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const text = `Toibako @${account}\n\n${codes.join("\n")}\n`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toasts.showToast(t("factors.codes_copied"), { type: "success" });
    } catch {
      toasts.showBar("error", t("factors.copy_failed"));
    }
  }
  return (
    <Overlay
      shape="dialog"
      isUrgent
      open
      onOpenChange={(open) => open || onClosed()}
      title={t("factors.codes_title")}
      footer={
        <Button isWide className="print:hidden" onClick={onClosed}>
          {t("factors.codes_saved")}
        </Button>
      }
    >
      <div className="grid gap-4" data-print-area>
        <p className="text-sm text-ink-2">{t("factors.codes_text")}</p>
        <ul
          translate="no"
          className="grid list-none grid-cols-2 gap-x-4 gap-y-2 rounded-lg bg-surface-2 p-4 text-center font-mono text-sm"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap justify-center gap-2 print:hidden">
          <Button variant="outline" size="sm" onClick={copy}>
            <Copy size={16} aria-hidden="true" />
            {t("factors.copy")}
          </Button>
          <Button
            variant="outline"
            size="sm"
            render={
              <a
                href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
                download={`toibako-${account}.txt`}
              />
            }
          >
            <Download size={16} aria-hidden="true" />
            {t("factors.download")}
          </Button>
          <Button variant="outline" size="sm" onClick={() => window.print()}>
            <Printer size={16} aria-hidden="true" />
            {t("factors.print")}
          </Button>
        </div>
      </div>
    </Overlay>
  );
}
