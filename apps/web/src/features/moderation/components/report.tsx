import { type ReactNode, useState } from "react";
import { defineLazyModule, useLazyModule } from "#ui/lazy-module.ts";
import type { ReportDialogProps } from "./report-dialog.tsx";

const dialog = defineLazyModule(async () => (await import("./report-dialog.tsx")).ReportDialog);

interface ReportProps extends Omit<ReportDialogProps, "onClosed"> {
  /** Renders the button that starts the report. */
  children: (startReport: () => void) => ReactNode;
}

/** Reports a received question. The code of the dialog is imported when the first report starts. */
export function Report({ children, ...dialogProps }: ReportProps) {
  // The key of the dialog, so that each report starts with a new dialog.
  const [reportCount, setReportCount] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const Dialog = useLazyModule(dialog, isOpen, () => setIsOpen(false));
  function startReport() {
    setReportCount(reportCount + 1);
    setIsOpen(true);
  }
  return (
    <>
      {children(startReport)}
      {Dialog && reportCount > 0 && (
        <Dialog key={reportCount} {...dialogProps} onClosed={() => setIsOpen(false)} />
      )}
    </>
  );
}
