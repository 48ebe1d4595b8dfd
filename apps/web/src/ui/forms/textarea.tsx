import { type ChangeEvent, type ComponentProps, useState } from "react";
import { cx } from "#ui/cx.ts";
import { controlClass } from "./control-class.ts";
import { Counter } from "./counter.tsx";
import { useFieldAttributes } from "./field-context.ts";

type TextareaProps = Omit<ComponentProps<"textarea">, "maxLength"> & {
  /** The maximum number of user-perceived characters. Near the limit, a counter is shown. */
  limit?: number;
  /** Spoken when the counter is shown, such as "12 characters left"; shown above the limit, such as "1 too many". */
  remainingLabel?: (left: number) => string;
  /**
   * `letter` and `prose` have no box, because a letter is drawn behind them; for a short and large text, and a long one.
   * In `answer`, the text stands in line with what is around the box, where it stays when the box is gone.
   */
  look?: "box" | "answer" | "letter" | "prose";
};

const paperClass =
  "block w-full min-h-28 resize-none bg-transparent outline-none placeholder:text-ink-2";

const looks = {
  box: cx(controlClass, "min-h-28"),
  answer: cx(controlClass, "-mx-3 min-h-28 w-[calc(100%+1.5rem)]! px-[11px]! leading-[1.8]!"),
  letter: cx(paperClass, "written text-center text-question"),
  prose: cx(paperClass, "written text-left text-md"),
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
    // Without containment a field that grows with its text widens the grids around it in some browsers.
    <span className="block w-full min-w-0 contain-inline-size">
      <textarea
        rows={3}
        {...useFieldAttributes()}
        {...rest}
        onChange={change}
        className={cx(
          "field-sizing-content max-h-[40dvh] lg:max-h-[60dvh] min-w-0 wrap-anywhere",
          looks[look],
          look !== "answer" && "max-w-full",
          className,
        )}
      />
      {limit !== undefined && <Counter text={text} limit={limit} remainingLabel={remainingLabel} />}
    </span>
  );
}
