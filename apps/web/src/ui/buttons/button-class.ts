import { cx } from "#ui/cx.ts";

export type ButtonLook = {
  variant?: "primary" | "quiet" | "outline" | "danger" | "danger-outline" | "text";
  size?: "sm" | "md" | "lg";
  /** Fills the width of its container. */
  isWide?: boolean;
  /** Moves a text button so that its text, not its padding, starts where the text above starts. */
  alignsText?: boolean;
  /** For the button's position only, such as margins; its look comes from `variant` and `size`. */
  className?: string | undefined;
};

const variants = {
  primary: "bg-brand-fill text-on-brand shadow-e1 hover:brightness-105",
  quiet: "bg-surface-2 text-ink hover:bg-brand-soft",
  outline:
    "border-[1.5px] border-line-strong bg-surface text-brand hover:bg-surface-2 aria-pressed:border-brand aria-pressed:bg-brand-soft",
  danger: "bg-danger text-surface shadow-e1 hover:brightness-110",
  "danger-outline": "border-[1.5px] border-danger bg-surface text-danger hover:bg-danger-soft",
  text: "text-brand hover:bg-surface-2",
};

// Negative margins that undo the padding of each size.
const textMargins = { sm: "-ml-4", md: "-ml-5", lg: "-ml-6" };

// The small size looks 36 px high; its invisible edge keeps the touch area at 44 px.
const sizes = {
  sm: "min-h-9 px-4 text-sm after:absolute after:-inset-y-1 after:inset-x-0",
  md: "min-h-11 px-5 text-md",
  lg: "min-h-13 px-6 text-md",
};

/** The classes of a button, for links and other elements that are not `Button`. */
export function buildButtonClass({
  variant = "primary",
  size = "md",
  isWide,
  alignsText,
  className,
}: ButtonLook = {}) {
  return cx(
    // With forced colours there are no backgrounds, and filled buttons would look like bare text.
    "forced-colors:border relative inline-flex items-center justify-center gap-2 rounded-full py-1.5 text-center font-bold leading-snug wrap-break-word short-text",
    // In two lines, a centred text would stand apart from the icon.
    "has-[svg]:text-start",
    "transition-[transform,background-color,filter,opacity] duration-120 ease-calm active:scale-[0.98]",
    "disabled:pointer-events-none disabled:opacity-50 [&_svg]:shrink-0",
    variants[variant],
    sizes[size],
    isWide && "w-full",
    alignsText && textMargins[size],
    className,
  );
}
