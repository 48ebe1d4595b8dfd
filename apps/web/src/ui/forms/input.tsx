import type { ComponentProps, ReactNode } from "react";
import { cx } from "#ui/cx.ts";
import { controlClass } from "./control-class.ts";
import { useFieldAttributes } from "./field-context.ts";

type InputProps = ComponentProps<"input"> & {
  /** A sign or icon inside the start edge, such as "@". */
  before?: ReactNode;
};

export function Input({ before, className, ...rest }: InputProps) {
  const attributes = useFieldAttributes();
  const input = (
    <input
      {...attributes}
      {...rest}
      className={cx(controlClass, "min-h-12", Boolean(before) && "pl-10", className)}
    />
  );
  if (!before) return input;
  return (
    <span className="relative block">
      <span className="pointer-events-none absolute inset-y-0 left-0 grid w-10 place-items-center text-ink-2">
        {before}
      </span>
      {input}
    </span>
  );
}
