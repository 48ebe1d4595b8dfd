import type { ComponentProps, MouseEvent } from "react";
import { cx } from "#ui/cx.ts";
import { Spinner } from "#ui/feedback/loader.tsx";
import { renderAs, type Slot } from "#ui/render-as.ts";
import { type ButtonLook, buttonClass } from "./button-class.ts";

export type ButtonProps = Omit<ComponentProps<"button">, "className"> &
  ButtonLook & {
    /** Shows a spinner and ignores presses, but keeps the focus. */
    pending?: boolean;
    /** Looks disabled and ignores presses, but keeps the focus. */
    unavailable?: boolean;
    /** Replaces the label while `pending`, such as "Sending…". */
    pendingLabel?: string | undefined;
    /** Rendered instead of a button, such as `<Link to="…" />`. */
    render?: Slot;
  };

export function Button({
  variant,
  size,
  wide,
  alignsText,
  className,
  pending = false,
  unavailable = false,
  pendingLabel,
  render,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const look = buttonClass({
    ...(variant && { variant }),
    ...(size && { size }),
    ...(wide && { wide }),
    ...(alignsText && { alignsText }),
    className,
  });
  if (render) return renderAs(render, { className: look, children });

  // A button with `aria-disabled` still submits its form, unless the event is cancelled.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending || unavailable) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      className={unavailable ? cx(look, "cursor-default opacity-50") : look}
      onClick={press}
      aria-disabled={pending || unavailable || undefined}
      aria-busy={pending || undefined}
    >
      {pending && <Spinner />}
      {pending ? (pendingLabel ?? children) : children}
    </button>
  );
}
