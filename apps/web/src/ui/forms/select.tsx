import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "#ui/cx.ts";
import { controlClass } from "./control-class.ts";
import { useFieldAttributes } from "./field-context.ts";

interface SelectProps extends ComponentProps<"select"> {
  /** For several selects side by side on a phone. */
  isNarrow?: boolean;
}

/** The browser's own select, so that phones show their own picker. */
export function Select({ className, isNarrow = false, children, ...rest }: SelectProps) {
  return (
    <span className="relative block">
      <select
        {...useFieldAttributes()}
        {...rest}
        className={cx(
          controlClass,
          "min-h-12 appearance-none",
          isNarrow ? "pr-8! pl-3!" : "pr-11",
          className,
        )}
      >
        {children}
      </select>
      <ChevronDown
        size={20}
        className={cx(
          "pointer-events-none absolute inset-y-0 my-auto text-ink-2",
          isNarrow ? "right-2" : "right-3.5",
        )}
        aria-hidden="true"
      />
    </span>
  );
}
