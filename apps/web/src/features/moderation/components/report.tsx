import { type ReactNode, useState } from "react";
import { defineLazyModule, useLazyModule } from "#ui/lazy-module.ts";
import type { ReportDialogsProps } from "./report-dialogs.tsx";

const dialogs = defineLazyModule(async () => (await import("./report-dialogs.tsx")).ReportDialogs);

interface ReportProps extends Omit<ReportDialogsProps, "onClosed"> {
  /** Renders the button that starts the report. */
  children: (startReport: () => void) => ReactNode;
}

/** Reports a received question. The code of the dialogs is imported when the first report starts. */
export function Report({ children, ...dialogsProps }: ReportProps) {
  // The key of the dialogs, so that each report starts with new ones.
  const [reportCount, setReportCount] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const Dialogs = useLazyModule(dialogs, isOpen, () => setIsOpen(false));
  function startReport() {
    setReportCount(reportCount + 1);
    setIsOpen(true);
  }
  return (
    <>
      {children(startReport)}
      {Dialogs && reportCount > 0 && (
        <Dialogs key={reportCount} {...dialogsProps} onClosed={() => setIsOpen(false)} />
      )}
    </>
  );
}
