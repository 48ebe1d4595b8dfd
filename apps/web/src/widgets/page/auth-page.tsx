import type { ReactNode } from "react";
import { LogoMark } from "#ui/drawings/logo.tsx";
import { Flap } from "#ui/surfaces/flap.tsx";
import { WidePage } from "./shell-page.tsx";

interface AuthPageProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** Below the sheet: the link from login to registration or back. */
  below?: ReactNode;
}

/** The page of the login or registration form, drawn as an open envelope. */
export function AuthPage({ title, lead, children, below }: AuthPageProps) {
  return (
    <WidePage>
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
    </WidePage>
  );
}
