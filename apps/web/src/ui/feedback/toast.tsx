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
      setList((current) => [...current.slice(-2), { ...toast, id: next.current++ }]);
    };
    return {
      dismiss,
      show: (type, text, { duration = durations.bar, topic } = {}) =>
        add({ type, text, duration, topic, look: "bar" }),
      toast: (text, { type = "notice", duration = durations.toast, action } = {}) =>
        add({ type, text, duration, action, look: "toast" }),
    };
  }, []);
  const remove = useCallback(
    (id: number) => setList((current) => current.filter((toast) => toast.id !== id)),
    [],
  );

  const renderRegion = (look: Toast["look"], urgent: boolean) => (
    // The regions stay in the page while empty: screen readers announce only changes to known ones.
    <div role={urgent ? "alert" : "status"} aria-live={urgent ? "assertive" : "polite"}>
      {list
        .filter((toast) => toast.look === look && (toast.type === "error") === urgent)
        .map((toast) => (
          <ToastItem key={toast.id} toast={toast} closeLabel={closeLabel} onGone={remove} />
        ))}
    </div>
  );
  return (
    <ToastContext value={api}>
      {children}
      {(["bar", "toast"] as const).map((look) => (
        <div key={look} className={cx("pointer-events-none fixed inset-x-0 z-50", places[look])}>
          {renderRegion(look, true)}
          {renderRegion(look, false)}
        </div>
      ))}
    </ToastContext>
  );
}

const places = {
  bar: "top-[calc(var(--bar)+env(safe-area-inset-top))] mx-auto max-w-column px-4 pt-2",
  toast:
    "bottom-[calc(var(--nav)+1rem+env(safe-area-inset-bottom))] grid justify-items-center px-4 lg:bottom-8",
};
