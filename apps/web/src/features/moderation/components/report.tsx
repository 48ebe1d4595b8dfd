import { type ReactNode, useState } from "react";
import { lazyModule, useLazyModule } from "#ui/lazy-module.ts";
import type { ReportDialogsProps } from "./report-dialogs.tsx";

const dialogs = lazyModule(async () => (await import("./report-dialogs.tsx")).ReportDialogs);

interface ReportProps extends Omit<ReportDialogsProps, "onClosed"> {
  /** Renders what starts a report, such as a button. */
  children: (startReport: () => void) => ReactNode;
}

/** Reports a received question; the code of its dialogs is loaded on the first use. */
export function Report({ children, ...question }: ReportProps) {
  const [rounds, setRounds] = useState(0);
  const [open, setOpen] = useState(false);
  const Dialogs = useLazyModule(dialogs, open, () => setOpen(false));
  function startReport() {
    setRounds(rounds + 1);
    setOpen(true);
  }
  return (
    <>
      {children(startReport)}
      {Dialogs && rounds > 0 && (
        <Dialogs key={rounds} {...question} onClosed={() => setOpen(false)} />
      )}
    </>
  );
}
