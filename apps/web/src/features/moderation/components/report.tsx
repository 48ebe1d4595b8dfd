import { type ReactNode, useState } from "react";
import { lazyModule, useLazyModule } from "#ui/lazy-module.ts";
import type { ReportDialogsProps } from "./report-dialogs.tsx";

const dialogs = lazyModule(async () => (await import("./report-dialogs.tsx")).ReportDialogs);

interface ReportProps extends Omit<ReportDialogsProps, "onClosed"> {
  /** What starts it, such as a button. */
  children: (start: () => void) => ReactNode;
}

/** The way to report a received question; its dialogs are fetched when somebody takes it. */
export function Report({ children, ...question }: ReportProps) {
  const [rounds, setRounds] = useState(0);
  const [open, setOpen] = useState(false);
  const Dialogs = useLazyModule(dialogs, open, () => setOpen(false));
  function start() {
    setRounds(rounds + 1);
    setOpen(true);
  }
  return (
    <>
      {children(start)}
      {Dialogs && rounds > 0 && (
        <Dialogs key={rounds} {...question} onClosed={() => setOpen(false)} />
      )}
    </>
  );
}
