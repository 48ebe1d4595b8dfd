import type { ComponentProps, MouseEvent } from "react";
import { cx } from "#ui/cx.ts";
import { Spinner } from "#ui/feedback/loader.tsx";
import { type RenderedElement, renderAs } from "#ui/render-as.ts";
import { type ButtonLook, buildButtonClass } from "./button-class.ts";

export type ButtonProps = Omit<ComponentProps<"button">, "className"> &
  ButtonLook & {
    /** Shows a spinner and ignores presses, but keeps the focus. */
    isPending?: boolean;
    /** Looks disabled and ignores presses, but keeps the focus. */
    isUnavailable?: boolean;
    /** Replaces the label while `isPending`, such as "Sending…". */
    pendingLabel?: string | undefined;
    /** Rendered instead of a button, such as `<Link to="…" />`. */
    render?: RenderedElement;
  };

export function Button({
  variant,
  size,
  isWide,
  alignsText,
  className,
  isPending = false,
  isUnavailable = false,
  pendingLabel,
  render,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const look = buildButtonClass({
    ...(variant && { variant }),
    ...(size && { size }),
    ...(isWide && { isWide }),
    ...(alignsText && { alignsText }),
    className,
  });
  if (render) return renderAs(render, { className: look, children });

  // A button with `aria-disabled` still submits its form, unless the event is cancelled.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isPending || isUnavailable) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      className={isUnavailable ? cx(look, "cursor-default opacity-50") : look}
      onClick={press}
      aria-disabled={isPending || isUnavailable || undefined}
      aria-busy={isPending || undefined}
    >
      {isPending && <Spinner />}
      {/* With the key, React replaces this element, not the texts in it, which a translator may have replaced. */}
      <span key={String(isPending)} className="contents">
        {isPending ? (pendingLabel ?? children) : children}
      </span>
    </button>
  );
}
