import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n.tsx";
import { Dialog } from "#ui/dialog.tsx";

/** What every content of the modal gets from it. */
export interface Frame {
  open: boolean;
  on_open_change: (open: boolean) => void;
}

interface MessageProps extends Frame {
  title: ReactNode;
  drawing?: ReactNode;
  children?: ReactNode;
  /** What can be done about it, the first thing first. */
  actions?: ReactNode;
}

/** The usual content: a drawing, some words, and what to do next. */
export function Message({ open, on_open_change, title, drawing, children, actions }: MessageProps) {
  const { t } = useTexts();
  return (
    <Dialog
      open={open}
      onOpenChange={on_open_change}
      title={title}
      closeLabel={t("common.close")}
      footer={actions && <div className="grid flex-1 gap-3">{actions}</div>}
    >
      {drawing && <div className="mx-auto mt-1 mb-4 w-44">{drawing}</div>}
      <div className="text-ink-2">{children}</div>
    </Dialog>
  );
}

/** A few rules or steps, one below the other. */
export function Points({ points }: { points: readonly string[] }) {
  return (
    <ol className="grid list-none gap-3 text-ink">
      {points.map((point, index) => (
        <li key={point} className="flex items-start gap-3 leading-relaxed">
          <span
            aria-hidden="true"
            className="grid size-7 shrink-0 place-items-center rounded-full bg-brand-soft text-sm font-bold text-brand"
          >
            {index + 1}
          </span>
          {point}
        </li>
      ))}
    </ol>
  );
}
