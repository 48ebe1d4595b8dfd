import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#ui/cx.ts";

const tones = {
  info: { Icon: Info, look: "bg-brand-soft text-ink-on-paper" },
  ok: { Icon: CircleCheck, look: "bg-ok-soft text-ok" },
  warn: { Icon: TriangleAlert, look: "bg-warn-bg text-warn-ink" },
  error: { Icon: CircleAlert, look: "bg-danger-soft text-danger" },
} as const;

type CalloutProps = {
  tone?: keyof typeof tones;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
};

/** A message within the page. An error is announced as soon as it appears. */
export function Callout({ tone = "info", title, children, action, className }: CalloutProps) {
  const { Icon, look } = tones[tone];
  return (
    <div
      role={tone === "error" ? "alert" : undefined}
      className={cx(
        "flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg px-4 py-3 text-sm",
        look,
        className,
      )}
    >
      <Icon size={20} className="mt-px shrink-0" aria-hidden="true" />
      <div className="min-w-[60%] flex-1 wrap-anywhere">
        {title && <p className="font-bold">{title}</p>}
        <div>{children}</div>
      </div>
      {action}
    </div>
  );
}
