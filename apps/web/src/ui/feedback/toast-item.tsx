import { truncateText } from "@toibako/contract/text.ts";
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { findContent } from "#lib/page/focus-content.ts";
import { Button } from "#ui/buttons/button.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { cx } from "#ui/cx.ts";
import { renderAs } from "#ui/render-as.ts";
import { durations, type Toast, type ToastAction } from "./toasts.ts";

/** The text of a message is cut to this number of characters. */
const maxToastLength = 120;

const icons = {
  success: { Icon: CircleCheck, colour: "text-ok" },
  warning: { Icon: TriangleAlert, colour: "text-warn-ink" },
  error: { Icon: CircleAlert, colour: "text-danger" },
  notice: { Icon: Info, colour: "text-brand" },
} as const;

type ToastItemProps = { toast: Toast; closeLabel: string; onGone: (id: number) => void };

export function ToastItem({ toast, closeLabel, onGone }: ToastItemProps) {
  const [isPaused, setIsPaused] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const remainingTime = useRef(toast.duration);
  const item = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isPaused || isLeaving) return;
    const started = Date.now();
    const timer = setTimeout(() => setIsLeaving(true), remainingTime.current);
    return () => {
      clearTimeout(timer);
      remainingTime.current -= Date.now() - started;
    };
  }, [isPaused, isLeaving]);

  useEffect(() => {
    if (!isLeaving) return;
    if (item.current?.contains(document.activeElement))
      findContent()?.focus({ preventScroll: true });
    const timer = setTimeout(() => onGone(toast.id), durations.animation);
    return () => clearTimeout(timer);
  }, [isLeaving, onGone, toast.id]);

  const { Icon, colour } = icons[toast.type];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the timer pauses while somebody reads the message
    <div
      ref={item}
      data-type={toast.type}
      data-leaving={isLeaving || undefined}
      onMouseEnter={() => setIsPaused(true)}
      onMouseLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
      className={cx(
        "group pointer-events-auto mb-2 flex max-w-[min(26rem,100%)] items-center gap-3 bg-surface text-sm font-semibold text-ink shadow-e3 ring-1 ring-line-strong",
        "transition-[opacity,translate] duration-200 ease-calm data-leaving:opacity-0 starting:opacity-0",
        toast.look === "bar"
          ? "w-full rounded-xl py-1 pr-1 pl-4 data-leaving:translate-y-3 starting:translate-y-3"
          : "min-h-12 rounded-sheet py-0.5 pl-5 data-leaving:translate-y-3 starting:translate-y-3",
        toast.look === "toast" && (toast.action ? "pr-1" : "pr-5"),
      )}
    >
      <Icon size={22} className={cx("shrink-0", colour)} aria-hidden="true" />
      {/* A toast shows two lines, so that it covers little of the page, and its whole text on hover or focus. A
      bar always shows its whole text, because it often says what to do next. */}
      <p
        className={cx(
          "min-w-0 flex-1 leading-snug wrap-anywhere group-focus-within:line-clamp-none group-hover:line-clamp-none",
          toast.look === "bar" ? "py-2" : "line-clamp-2",
        )}
      >
        {truncateText(toast.text, maxToastLength)}
      </p>
      {toast.action && (
        <ActionPart
          action={toast.action}
          isLeaving={isLeaving}
          onPressed={() => setIsLeaving(true)}
        />
      )}
      {toast.look === "bar" && (
        <IconButton label={closeLabel} icon={<X size={18} />} onClick={() => setIsLeaving(true)} />
      )}
    </div>
  );
}

interface ActionPartProps {
  action: ToastAction;
  isLeaving: boolean;
  onPressed: () => void;
}

function ActionPart({ action, isLeaving, onPressed }: ActionPartProps) {
  const { label } = action;
  const className = "-my-0.5 shrink-0";
  if ("link" in action) {
    const look = buildButtonClass({ variant: "text", className });
    return renderAs(action.link, { className: look, children: label, onClick: onPressed });
  }
  const press = () => {
    action.onPress();
    onPressed();
  };
  return (
    <Button variant="text" className={className} onClick={press} disabled={isLeaving}>
      {label}
    </Button>
  );
}
