import { type ReactNode, useState } from "react";
import { lazyModule, useLazyModule } from "#ui/lazy-module.ts";
import type { ReportDialogsProps } from "./report-dialogs.tsx";

const dialogs = lazyModule(async () => (await import("./report-dialogs.tsx")).ReportDialogs);

interface ReportProps extends Omit<ReportDialogsProps, "onClosed"> {
  /** Renders the control that starts a report, such as a button. */
  children: (startReport: () => void) => ReactNode;
}

/** Reports a received question; the code of its dialogs is loaded on the first use. */
export function Report({ children, ...dialogsProps }: ReportProps) {
  // A new key for each report resets the dialogs.
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
