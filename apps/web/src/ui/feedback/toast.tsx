import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { cx } from "#ui/cx.ts";
import { ToastItem } from "./toast-item.tsx";
import { durations, type Toast, ToastContext, type Toasts } from "./toasts.ts";

type ToastProviderProps = {
  children: ReactNode;
  /** Spoken name of a message's close button. */
  closeLabel: string;
};

export function ToastProvider({ children, closeLabel }: ToastProviderProps) {
  const [list, setList] = useState<Toast[]>([]);
  const next = useRef(0);

  const api = useMemo<Toasts>(() => {
    const dismiss = (topic: string) =>
      setList((current) => current.filter((toast) => toast.topic !== topic));
    const add = (toast: Omit<Toast, "id">) => {
      if (toast.topic !== undefined) dismiss(toast.topic);
      // At most three messages are shown at once.
      setList((current) => [...current.slice(-2), { ...toast, id: next.current++ }]);
    };
    return {
      dismiss,
      show: (type, text, { duration = durations.bar, topic, action } = {}) =>
        add({ type, text, duration, topic, action, look: "bar" }),
      toast: (text, { type = "notice", duration = durations.toast, topic, action } = {}) =>
        add({ type, text, duration, topic, action, look: "toast" }),
    };
  }, []);
  const remove = useCallback(
    (id: number) => setList((current) => current.filter((toast) => toast.id !== id)),
    [],
  );

  const renderRegion = (urgent: boolean) => (
    // The regions stay in the page while empty: screen readers announce only changes to known ones.
    <div
      role={urgent ? "alert" : "status"}
      aria-live={urgent ? "assertive" : "polite"}
      className="grid max-w-full [justify-items:inherit]"
    >
      {list
        .filter((toast) => (toast.type === "error") === urgent)
        .map((toast) => (
          <ToastItem key={toast.id} toast={toast} closeLabel={closeLabel} onGone={remove} />
        ))}
    </div>
  );
  return (
    <ToastContext value={api}>
      {children}
      <div className={cx("pointer-events-none fixed inset-x-0 z-50 grid px-4", positionClass)}>
        {renderRegion(true)}
        {renderRegion(false)}
      </div>
    </ToastContext>
  );
}

// Above the bottom navigation on phones, in the right corner on wide screens. While a modal is open: in
// the left corner on wide screens; on phones at the bottom if it is a drawer, so that its title stays in
// sight, and otherwise at the top, because sheets and dialogs have their buttons at the bottom.
const positionClass = cx(
  "bottom-[calc(var(--nav)+0.5rem+var(--floating,0px)+env(safe-area-inset-bottom))] justify-items-center lg:bottom-[calc(1.5rem+var(--floating,0px))] lg:justify-items-end",
  "in-[:root:has([data-modal][data-open])]:max-lg:bottom-[calc(0.5rem+env(safe-area-inset-bottom))]",
  "in-[:root:has([data-modal][data-open]:not([data-modal=drawer]))]:max-lg:top-[calc(0.5rem+env(safe-area-inset-top))] in-[:root:has([data-modal][data-open]:not([data-modal=drawer]))]:max-lg:bottom-auto",
  "in-[:root:has([data-modal][data-open])]:lg:justify-items-start",
);
