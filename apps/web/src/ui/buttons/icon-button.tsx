import type { ComponentProps, ReactNode } from "react";
import { cx } from "#ui/cx.ts";
import { type RenderedElement, renderAs } from "#ui/render-as.ts";

type IconButtonProps = Omit<ComponentProps<"button">, "className" | "children"> & {
  /** Accessible name; it includes the badge's meaning, because screen readers skip the badge. */
  label: string;
  icon: ReactNode;
  variant?: "plain" | "outline" | "soft";
  size?: "md" | "lg";
  badge?: ReactNode;
  /** A link to render instead of a button. */
  render?: RenderedElement;
  className?: string;
};

const variants = {
  plain: "text-ink-2 hover:bg-surface-2",
  outline: "border-[1.5px] border-line-strong bg-surface text-brand hover:bg-surface-2",
  soft: "bg-brand-soft text-brand hover:brightness-95",
};

export function IconButton({
  label,
  icon,
  variant = "plain",
  size = "md",
  badge,
  render,
  className,
  ...rest
}: IconButtonProps) {
  const look = cx(
    "relative inline-grid shrink-0 place-items-center rounded-full transition-[background-color,transform] duration-120 active:scale-95",
    size === "md" ? "size-11" : "size-13",
    variants[variant],
    className,
  );
  const content = (
    <>
      {icon}
      {badge && (
        <>
          <span
            // Its height is measured from the centre of the icon, which doesn't grow with the text. A wide badge grows
            // over the icon, not over the button beside it.
            className="pointer-events-none absolute -right-1 bottom-[calc(50%-2px)] flex"
            aria-hidden="true"
          >
            {badge}
          </span>
          <span className="sr-only">{label}</span>
        </>
      )}
    </>
  );
  // An aria-label must contain the visible text, but the label names the full number and the badge shows a
  // shortened one. So with a badge, the accessible name is a hidden text.
  const name = { title: label, "aria-label": badge ? undefined : label };
  if (render) {
    return renderAs(render, { className: look, children: content, ...name });
  }
  return (
    <button type="button" {...rest} className={look} {...name}>
      {content}
    </button>
  );
}
