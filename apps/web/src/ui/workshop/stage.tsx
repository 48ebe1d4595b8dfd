import type { ReactNode } from "react";

/** A section of the workshop. */
export function Stage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4">
      <h2 className="border-b border-line pb-1 text-sm text-ink-2">{title}</h2>
      {children}
    </section>
  );
}
