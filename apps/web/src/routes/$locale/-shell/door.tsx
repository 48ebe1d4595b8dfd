import type { ReactNode } from "react";
import { Flap } from "#ui/flap.tsx";
import { LogoMark } from "#ui/logo.tsx";
import { Stage } from "./screen.tsx";

interface DoorProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** Below the sheet: the way to the other door. */
  below: ReactNode;
}

/** The sheet by which one comes in: an opened envelope with the form inside. */
export function Door({ title, lead, children, below }: DoorProps) {
  return (
    <Stage>
      <div className="mx-auto max-w-md px-4 py-6 lg:py-10">
        <section className="overflow-hidden rounded-sheet bg-surface shadow-e2">
          <header className="relative isolate grid justify-items-center gap-3 bg-paper px-6 pt-10 pb-6 text-center text-ink-on-paper">
            <Flap className="h-16" />
            <span className="grid size-13 place-items-center rounded-full bg-surface shadow-e1">
              <LogoMark size={34} />
            </span>
            <h1 className="text-xl">{title}</h1>
            {lead && <p className="-mt-1 text-sm text-balance">{lead}</p>}
          </header>
          <div className="px-5 py-6 sm:px-8 sm:py-8">{children}</div>
        </section>
        <div className="mt-5 flex flex-wrap items-center justify-center gap-x-3 text-sm">
          {below}
        </div>
      </div>
    </Stage>
  );
}
