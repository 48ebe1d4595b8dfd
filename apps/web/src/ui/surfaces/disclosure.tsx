import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

interface DisclosureProps {
  title: string;
  children: ReactNode;
}

/** A line that unfolds its content; a native `details`, which works without scripts. */
export function Disclosure({ title, children }: DisclosureProps) {
  return (
    <details className="group/disclosure rounded-lg bg-surface-2">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-lg px-4 text-sm font-bold [&::-webkit-details-marker]:hidden">
        <span className="flex-1">{title}</span>
        <ChevronDown
          size={18}
          className="text-brand transition-transform duration-200 group-open/disclosure:rotate-180"
          aria-hidden="true"
        />
      </summary>
      <div className="px-4 pb-3">{children}</div>
    </details>
  );
}
