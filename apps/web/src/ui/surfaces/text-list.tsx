import type { ReactNode } from "react";

/** A list of sentences. */
export function TextList({ children }: { children: ReactNode[] }) {
  return (
    <ul className="grid list-disc gap-2 pl-5 marker:text-brand">
      {children.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences never change places
        <li key={index}>{text}</li>
      ))}
    </ul>
  );
}
