import { type ReactNode, useId } from "react";
import { cx } from "#ui/cx.ts";

type SegmentedProps<Value extends string> = {
  /** Spoken name of the whole group. */
  label: string;
  options: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
};

/** A choice between a few options side by side. The options are native radio buttons, so that arrow keys work. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: SegmentedProps<Value>) {
  const name = useId();
  return (
    <fieldset className={cx("flex flex-wrap rounded-sheet bg-surface-2 p-1", className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            "relative flex min-h-11 flex-1 cursor-pointer items-center justify-center gap-2 rounded-full px-2 text-center text-sm font-bold break-keep wrap-normal sm:px-4",
            "text-ink-2 transition-colors duration-200 has-checked:bg-surface has-checked:text-brand has-checked:shadow-e1",
            "has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand",
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
