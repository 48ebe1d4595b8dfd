import { type ChangeEvent, type ComponentProps, useState } from "react";
import { cx } from "#ui/cx.ts";
import { controlClass } from "./control-class.ts";
import { Counter } from "./counter.tsx";
import { useFieldAttributes } from "./field-context.ts";

type TextareaProps = Omit<ComponentProps<"textarea">, "maxLength"> & {
  /** Characters allowed, as a person counts them. The counter shows from 80% on. */
  limit?: number;
  /** Spoken when the counter shows, such as "12 characters left". */
  remainingLabel?: (left: number) => string;
  /** `letter` writes straight onto an envelope: no box, larger text. */
  look?: "box" | "letter";
};

const looks = {
  box: cx(controlClass, "min-h-28"),
  letter:
    "block w-full min-h-28 resize-none bg-transparent text-center text-question outline-none placeholder:text-ink-2",
};

/** A text area that grows with its text. */
export function Textarea({
  limit,
  remainingLabel,
  look = "box",
  className,
  onChange,
  ...rest
}: TextareaProps) {
  const [typed, setTyped] = useState(String(rest.defaultValue ?? ""));
  const text = rest.value === undefined ? typed : String(rest.value);
  const change = (event: ChangeEvent<HTMLTextAreaElement>) => {
    setTyped(event.target.value);
    onChange?.(event);
  };
  return (
    <span className="block w-full">
      <textarea
        rows={3}
        {...useFieldAttributes()}
        {...rest}
        onChange={change}
        className={cx("field-sizing-content max-h-[60dvh] wrap-anywhere", looks[look], className)}
      />
      {limit !== undefined && <Counter text={text} limit={limit} remainingLabel={remainingLabel} />}
    </span>
  );
}
