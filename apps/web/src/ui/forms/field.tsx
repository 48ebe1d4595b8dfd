import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cx } from "#ui/cx.ts";
import { FieldContext } from "./field-context.ts";

type FieldProps = {
  label: ReactNode;
  /**
   * The control. `Input`, `Textarea`, `Select` and the like connect themselves to the label, hint and error
   * (`useFieldAttributes`).
   */
  children: ReactNode;
  /** An error is shown in its place. */
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  /** Shown beside the label, such as "optional". */
  note?: ReactNode;
  /** Keeps the label for screen readers only. */
  isLabelHidden?: boolean;
  className?: string;
};

export function Field({
  label,
  children,
  hint,
  error,
  required = false,
  note,
  isLabelHidden = false,
  className,
}: FieldProps) {
  const id = useId();
  const shownHint = !error && hint;
  const hintId = shownHint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = errorId ?? hintId;
  return (
    <FieldContext value={{ id, describedBy, isInvalid: Boolean(error), required }}>
      <div className={cx("grid gap-1.5", className)}>
        <div className={cx("flex items-baseline gap-2", isLabelHidden && "sr-only")}>
          <label htmlFor={id} className="text-sm font-bold">
            {label}
          </label>
          {note && <span className="text-xs text-ink-2">{note}</span>}
        </div>
        <div className="contents">{children}</div>
        {error && (
          <p id={errorId} className="flex items-start gap-1.5 text-sm font-semibold text-danger">
            <CircleAlert className="mt-[0.2em] size-4 shrink-0" aria-hidden="true" />
            {/* In an element of its own, a text that a translator has replaced changes too. */}
            <span className="min-w-0">{error}</span>
          </p>
        )}
        {shownHint && (
          <p id={hintId} className="text-sm text-ink-2">
            {shownHint}
          </p>
        )}
      </div>
    </FieldContext>
  );
}
