import { type ComponentProps, type ReactElement, type ReactNode, useId } from "react";
import { cx } from "#ui/cx.ts";

type ChoiceProps = Omit<ComponentProps<"input">, "type"> & {
  label: ReactNode;
  hint?: ReactNode;
};

const mark =
  "mt-0.5 size-6 shrink-0 appearance-none border-2 border-line-strong bg-surface transition-colors duration-120 " +
  "checked:border-brand checked:bg-brand group-hover/choice:border-brand";

// A tick has the colour of the surface, so that it looks cut out of the filled control in both colour modes.
const tick =
  "relative before:absolute before:inset-0 before:scale-0 before:bg-surface before:transition-transform before:duration-120 checked:before:scale-100";

export function Checkbox({ label, hint, className, ...rest }: ChoiceProps) {
  const [labelAndHint, ariaProps] = useLabelAndHint(label, hint);
  return (
    <ChoiceRow labelAndHint={labelAndHint} className={className}>
      <input
        type="checkbox"
        {...ariaProps}
        {...rest}
        className={cx(
          mark,
          tick,
          "rounded-sm before:[clip-path:polygon(20%_50%,30%_40%,44%_54%,70%_26%,80%_36%,44%_74%)]",
        )}
      />
    </ChoiceRow>
  );
}

export function Radio({ label, hint, className, ...rest }: ChoiceProps) {
  const [labelAndHint, ariaProps] = useLabelAndHint(label, hint);
  return (
    <ChoiceRow labelAndHint={labelAndHint} className={className}>
      <input
        type="radio"
        {...ariaProps}
        {...rest}
        className={cx(mark, tick, "rounded-full before:m-auto before:size-2 before:rounded-full")}
      />
    </ChoiceRow>
  );
}

/** A setting that takes effect at once. */
export function Switch({ label, hint, className, ...rest }: ChoiceProps) {
  const [labelAndHint, ariaProps] = useLabelAndHint(label, hint);
  return (
    <ChoiceRow
      labelAndHint={labelAndHint}
      // With large text, the switch stands above its label.
      className={cx(
        "flex-row-reverse flex-wrap justify-between *:last:flex-1 *:last:basis-28",
        className,
      )}
    >
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox already tells screen readers whether it is on
        role="switch"
        {...ariaProps}
        {...rest}
        className={cx(
          "relative h-7 w-12 shrink-0 appearance-none rounded-full border-2 border-line-strong bg-surface transition-colors duration-200",
          "before:absolute before:inset-y-0 before:left-0.5 before:my-auto before:size-5 before:rounded-full before:bg-line-strong before:transition-[translate,background-color] before:duration-200 before:ease-calm",
          "checked:border-brand checked:bg-brand checked:before:translate-x-5 checked:before:bg-surface",
        )}
      />
    </ChoiceRow>
  );
}

/** Renders the label and the hint of a control; returns them with the attributes that connect the control to them. */
function useLabelAndHint(label: ReactNode, hint: ReactNode) {
  const id = useId();
  const [labelId, hintId] = [`${id}-label`, `${id}-hint`];
  const labelAndHint = (
    <span className="min-w-0">
      {/* The hint stays legible, because it may say why the control is disabled. */}
      <span id={labelId} className="block group-has-disabled/choice:opacity-60">
        {label}
      </span>
      {hint && (
        <span id={hintId} className="running-text block text-sm text-ink-2">
          {hint}
        </span>
      )}
    </span>
  );
  const ariaProps = {
    "aria-labelledby": labelId,
    "aria-describedby": hint ? hintId : undefined,
  };
  return [labelAndHint, ariaProps] as const;
}

type ChoiceRowProps = {
  labelAndHint: ReactElement;
  className: string | undefined;
  children: ReactElement;
};

function ChoiceRow({ labelAndHint, className, children }: ChoiceRowProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control comes in as children
    <label
      className={cx(
        "group/choice flex min-h-11 cursor-pointer items-start gap-3 py-2 has-disabled:cursor-default *:disabled:opacity-60",
        className,
      )}
    >
      {children}
      {labelAndHint}
    </label>
  );
}
