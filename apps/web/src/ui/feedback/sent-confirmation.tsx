import { type ReactNode, useEffect, useRef } from "react";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";

interface SentConfirmationProps {
  title: string;
  text: ReactNode;
  /** What the reader can expect or do next. */
  nextStep: ReactNode;
  children?: ReactNode;
}

/** Replaces a form after it was sent. Its title gets the focus, because the focused button was removed. */
export function SentConfirmation({ title, text, nextStep, children }: SentConfirmationProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid animate-rise justify-items-center gap-2 text-center">
      <div className="w-44">
        <LetterArrivingDrawing />
      </div>
      <h2 ref={heading} tabIndex={-1} className="mt-2 text-lg outline-none">
        {title}
      </h2>
      <p className="max-w-sm text-balance">{text}</p>
      <p className="max-w-sm text-sm text-balance text-ink-2">{nextStep}</p>
      {children}
    </div>
  );
}
