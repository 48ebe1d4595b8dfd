import type { ReactNode } from "react";

interface StepsProps {
  steps: { title: ReactNode; text?: string; drawing?: ReactNode }[];
}

/** Numbered steps, joined by a dotted line. */
export function Steps({ steps }: StepsProps) {
  return (
    <ol className="grid list-none">
      {steps.map(({ title, text, drawing }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: steps never change places
          key={index}
          className="group/step relative grid grid-cols-[2.75rem_1fr] gap-x-4 pb-7 last:pb-0"
        >
          <span
            aria-hidden="true"
            className="absolute top-11 bottom-0 left-[1.3125rem] border-l-2 border-dotted border-flap group-last/step:hidden"
          />
          <span
            aria-hidden="true"
            className="grid size-11 place-items-center rounded-full bg-brand-soft font-round text-lg font-bold text-brand"
          >
            {index + 1}
          </span>
          <div className="grid min-w-0 items-start gap-x-6 gap-y-2 pt-1.5 sm:grid-cols-[1fr_auto]">
            <div className="min-w-0">
              {text ? (
                <>
                  <h3 className="text-md leading-snug">{title}</h3>
                  <p className="mt-1 text-ink-2">{text}</p>
                </>
              ) : (
                <p>{title}</p>
              )}
            </div>
            {drawing && <div className="w-40 sm:w-44">{drawing}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
