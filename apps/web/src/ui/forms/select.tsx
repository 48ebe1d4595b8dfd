import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "#ui/cx.ts";
import { controlClass } from "./control-class.ts";
import { useFieldAttributes } from "./field-context.ts";

/** The browser's own select, so that phones show their own picker. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <span className="relative block">
      <select
        {...useFieldAttributes()}
        {...rest}
        className={cx(controlClass, "min-h-12 appearance-none pr-11", className)}
      >
        {children}
      </select>
      <ChevronDown
        size={20}
        className="pointer-events-none absolute inset-y-0 right-3.5 my-auto text-ink-2"
        aria-hidden="true"
      />
    </span>
  );
}
